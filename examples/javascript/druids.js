'use strict';
// Druids, written from spec/druids.md alone. Comments name its clauses.

const {
  demand, isBetween, isInteger, isListOf, isRecord, hasForm, fillIn, byOrderOf, distinct, removeOne,
  seatsWithMost, seats,
} = require('./common.js');

const GAIA = 'GAIA';
const SICKLE = 'SICKLE';
const MISTLETOE = 'MISTLETOE';
const DOMAINS = ['G', 'Y', 'R', 'B', 'V']; // druids/domains

const isSpecial = (card) => card === SICKLE || card === MISTLETOE; // druids/specials
const domainOf = (card) => (card === GAIA || isSpecial(card) ? null : card[0]); // druids/gaia, druids/specials
const valueOf = (card) => Number(card.slice(1)); // of domain cards only
const top = (stack) => stack[stack.length - 1];

// druids/card-order
const byCard = byOrderOf([
  ...DOMAINS.flatMap((domain) => Array.from({ length: 12 }, (_, i) => domain + (i + 1))), GAIA, SICKLE, MISTLETOE,
]);

// druids/phases: type of action → its phase
const PHASE_OF = new Map([
  ['deal', 'deal'], ['play', 'play'], ['lead_gaia', 'play'], ['sickle', 'sickle'], ['mistletoe', 'mistletoe'],
]);

const DEFAULTS = {
  sun_and_moon: false, rounds: 5, first_dealer: 0, domains: 5, values: 12, sickles: 2, mistletoes: 2,
};

/** druids/players, druids/rounds, druids/hand-size, druids/small-worlds */
function checkedRules(given) {
  const rules = fillIn(given, { ...DEFAULTS, hand_size: undefined });
  const bound = (field, low, high) => demand(isBetween(rules[field], low, high), 'bad-rules', `${field}: out of bounds`);
  bound('players', 2, 5);
  if (!Object.hasOwn(given, 'hand_size')) rules.hand_size = 18 - rules.players;
  demand(typeof rules.sun_and_moon === 'boolean', 'bad-rules', 'sun_and_moon: true or false');
  bound('rounds', 1, Infinity);
  bound('first_dealer', 0, rules.players - 1);
  bound('domains', 1, 5);
  bound('values', 1, 12);
  bound('sickles', 0, 2);
  bound('mistletoes', 0, 2);
  const m = rules.domains * rules.values + rules.sickles + rules.mistletoes;
  demand(isInteger(rules.hand_size), 'bad-rules', 'hand_size: an integer');
  const dealt = rules.players * Number(rules.hand_size);
  demand(Math.floor(m / 2) < dealt && dealt <= m + 1, 'bad-rules', 'hand_size: too few cards, or Gaia may stay undealt');
  return rules;
}

class Druids {
  static players = [2, 3, 4, 5];

  static observes = [
    'phase', 'round', 'dealer', 'to_act', 'hands', 'trick', 'pending', 'displays', 'tops', 'aside', 'top', 'scores',
    'totals', 'winners',
  ];

  /** A game before its first deal. Throws a Refusal `bad-rules`. */
  constructor(rules) {
    this.rules = checkedRules(rules);
    this.players = this.rules.players;
    this.domains = DOMAINS.slice(0, this.rules.domains);
    this.deck = [ // druids/deck
      ...this.domains.flatMap((domain) => Array.from({ length: this.rules.values }, (_, i) => domain + (i + 1))),
      GAIA,
      ...Array(this.rules.sickles).fill(SICKLE),
      ...Array(this.rules.mistletoes).fill(MISTLETOE),
    ];
    this.phase = 'deal';
    this.round = 1;
    this.dealer = this.rules.first_dealer; // druids/first-dealer
    this.toAct = null;
    this.scores = seats(this.players).map(() => []);
    this.clearTable();
    this.hands = seats(this.players).map(() => []);
    this.aside = [];
    this.forms = this.actionForms();
  }

  clearTable() {
    this.trick = null;
    this.pending = [];
    this.top = 'lowest';
    this.displays = seats(this.players).map(() => Object.fromEntries(this.domains.map((domain) => [domain, []])));
  }

  next(seat) {
    return (seat + 1) % this.players;
  }

  stacks(seat) {
    return this.domains.filter((domain) => this.displays[seat][domain].length > 0);
  }

  highest(seat) {
    const topValue = (domain) => valueOf(top(this.displays[seat][domain]));
    const most = Math.max(...this.stacks(seat).map(topValue));
    return this.stacks(seat).filter((domain) => topValue(domain) === most);
  }

  // ---- Actions

  /** Carry out an action or throw a Refusal. `seat` null means nobody for a deal, else whoever is to act. */
  apply(action, seat = null) {
    this.verify(action, seat);
    if (action.type === 'deal') this.deal(action.pile);
    else if (action.type === 'play') this.play(action.card);
    else if (action.type === 'lead_gaia') this.leadGaia(action.domain, action.top);
    else if (action.type === 'sickle') this.useSickle(action.domain);
    else this.placeMistletoe(action.domain);
    if (action.type !== 'deal') this.settle();
  }

  /** druids/well-formed: type of action → field → test */
  actionForms() {
    const tokens = new Set(this.deck);
    const isType = () => true; // it was looked up by its type
    const isCard = (value) => tokens.has(value);
    const isDomain = (value) => this.domains.includes(value);
    const isTop = (value) => value === 'lowest' || value === 'highest';
    return new Map([
      ['deal', { type: isType, pile: (value) => isListOf(value, isCard) }],
      ['play', { type: isType, card: isCard }],
      ['lead_gaia', { type: isType, domain: isDomain, ...(this.rules.sun_and_moon && { top: isTop }) }],
      ['sickle', { type: isType, domain: isDomain }],
      ['mistletoe', { type: isType, domain: isDomain }],
    ]);
  }

  /** Throw a Refusal if the action is not allowed: the first reason in the order of druids/refusal-order. */
  verify(action, seat) {
    const form = isRecord(action) ? this.forms.get(action.type) : undefined;
    demand(form && hasForm(action, form) && (seat === null || isInteger(seat)), 'malformed');
    demand(this.phase !== 'over', 'game-over'); // druids/game-over
    demand(PHASE_OF.get(action.type) === this.phase, 'wrong-phase'); // druids/phases
    demand(seat === null || (action.type !== 'deal' && seat === this.toAct), 'out-of-turn'); // druids/turn-order
    const hand = this.hands[this.toAct];
    if (action.type === 'deal') {
      demand(this.isPossiblePile(action.pile), 'bad-deal');
    } else if (action.type === 'play') {
      demand(!hand.includes(GAIA), 'must-lead-gaia'); // druids/gaia-leads
      demand(hand.includes(action.card), 'card-not-held'); // druids/hold-card
      demand(this.playable(hand).includes(action.card), 'must-follow-domain'); // druids/follow-domain
    } else if (action.type === 'lead_gaia') {
      demand(hand.includes(GAIA), 'card-not-held'); // druids/gaia-leads
    } else {
      demand(this.stacks(this.toAct).includes(action.domain), 'no-such-stack'); // druids/sickle, druids/mistletoe
      if (action.type === 'sickle') demand(this.highest(this.toAct).includes(action.domain), 'not-highest-stack');
    }
  }

  /** druids/pile */
  isPossiblePile(pile) {
    const sorted = [...pile].sort(byCard);
    return sorted.length === this.deck.length && sorted.every((card, i) => card === this.deck[i])
      && pile.indexOf(GAIA) <= Math.floor((this.deck.length - 1) / 2);
  }

  /** druids/follow-domain, druids/lead-any */
  playable(hand) {
    const domain = this.trick && this.trick.domain;
    if (!domain || !hand.some((card) => domainOf(card) === domain)) return hand;
    return hand.filter((card) => domainOf(card) === domain || isSpecial(card));
  }

  deal(pile) {
    this.clearTable(); // druids/clear-table
    const dealt = this.players * Number(this.rules.hand_size);
    this.hands = seats(this.players).map(() => []);
    pile.slice(0, dealt).forEach((card, i) => this.hands[(this.dealer + 1 + i) % this.players].push(card)); // druids/deal-order
    this.hands.forEach((hand) => hand.sort(byCard));
    this.aside = pile.slice(dealt); // druids/undealt
    this.phase = 'play';
    this.toAct = this.hands.findIndex((hand) => hand.includes(GAIA));
  }

  play(card) {
    removeOne(this.hands[this.toAct], card);
    this.trick ??= { leader: this.toAct, domain: null, cards: [] };
    this.trick.domain ??= domainOf(card); // druids/trick-domain
    this.trick.cards.push(card);
    this.toAct = this.next(this.toAct); // druids/turn-order
  }

  leadGaia(domain, topCard = 'lowest') {
    removeOne(this.hands[this.toAct], GAIA);
    this.trick = { leader: this.toAct, domain, cards: [GAIA] }; // druids/gaia-domain
    this.top = topCard; // druids/sun-and-moon
    this.toAct = this.next(this.toAct);
  }

  /** druids/sickle */
  useSickle(domain) {
    const display = this.displays[this.toAct];
    this.aside.push(...display[domain], SICKLE);
    display[domain] = [];
    removeOne(this.pending, SICKLE);
  }

  /** druids/mistletoe */
  placeMistletoe(domain) {
    this.displays[this.toAct][domain].unshift(MISTLETOE);
    removeOne(this.pending, MISTLETOE);
  }

  // ---- Steps: what the rules settle alone, until somebody must act or the round ends

  settle() {
    if (this.trick) {
      if (this.trick.cards.length < this.players) return;
      this.sortTrick();
      if (this.stacks(this.toAct).length === this.domains.length) { // druids/fifth-domain
        this.setPendingAside(() => true); // druids/fifth-domain-specials
        this.endRound(this.toAct); // druids/fifth-domain-ends-round
        return;
      }
    }
    while (this.pending.includes(SICKLE)) { // druids/specials-order, druids/second-sickle
      const highest = this.highest(this.toAct);
      if (highest.length > 1) { // druids/sickle-tie
        this.phase = 'sickle';
        return;
      }
      if (highest.length === 1) this.useSickle(highest[0]);
      else this.setPendingAside((card) => card === SICKLE); // druids/sickle-no-stack
    }
    while (this.pending.length > 0) {
      const stacks = this.stacks(this.toAct);
      if (stacks.length > 1) { // druids/mistletoe
        this.phase = 'mistletoe';
        return;
      }
      if (stacks.length === 1) this.placeMistletoe(stacks[0]); // druids/mistletoe-own-stacks
      else this.setPendingAside(() => true);
    }
    if (this.hands.every((hand) => hand.length === 0)) this.endRound(null); // druids/round-end
    else this.phase = 'play'; // druids/winner-leads
  }

  setPendingAside(which) {
    this.aside.push(...this.pending.filter(which));
    this.pending = this.pending.filter((card) => !which(card));
  }

  /** druids/trick-winner, druids/specials-trick */
  trickWinner() {
    const { leader, domain, cards } = this.trick;
    if (domain === null) return leader;
    const strength = (card) => (card === GAIA ? 0 : domainOf(card) === domain ? valueOf(card) : -1);
    const strengths = cards.map(strength);
    return (leader + strengths.indexOf(Math.max(...strengths))) % this.players;
  }

  /** druids/sort-trick */
  sortTrick() {
    const winner = this.trickWinner();
    const { cards } = this.trick;
    const rising = cards.filter(domainOf).sort((a, b) => valueOf(a) - valueOf(b));
    const ordered = this.top === 'highest' ? rising : rising.reverse(); // druids/top-card, druids/stack-order
    for (const card of ordered) this.displays[winner][domainOf(card)].push(card);
    this.aside.push(...cards.filter((card) => card === GAIA)); // druids/gaia-aside
    this.pending = cards.filter(isSpecial);
    this.trick = null;
    this.toAct = winner; // druids/winner-leads
  }

  /** druids/round-end */
  endRound(loser) {
    const points = seats(this.players).map((seat) => { // druids/round-lost, druids/round-points
      if (seat === loser) return -3;
      return this.stacks(seat).reduce((sum, domain) => sum + valueOf(top(this.displays[seat][domain])), 0);
    });
    points.forEach((number, seat) => this.scores[seat].push(number));
    this.toAct = null;
    if (this.round >= this.rules.rounds) { // druids/game-end
      this.phase = 'over';
      return;
    }
    this.phase = 'deal';
    this.round += 1;
    const fewest = Math.min(...points); // druids/next-dealer
    do this.dealer = this.next(this.dealer); // druids/dealer-tie
    while (points[this.dealer] !== fewest);
  }

  // ---- What can be told

  /** druids/legal-actions */
  legalActions() {
    if (this.toAct === null) return [];
    const hand = this.hands[this.toAct];
    if (this.phase === 'sickle') return this.highest(this.toAct).map((domain) => ({ type: 'sickle', domain }));
    if (this.phase === 'mistletoe') return this.stacks(this.toAct).map((domain) => ({ type: 'mistletoe', domain }));
    if (!hand.includes(GAIA)) return distinct(this.playable(hand)).map((card) => ({ type: 'play', card }));
    if (!this.rules.sun_and_moon) return this.domains.map((domain) => ({ type: 'lead_gaia', domain }));
    return this.domains.flatMap((domain) => ['lowest', 'highest'].map((topCard) => ({ type: 'lead_gaia', domain, top: topCard })));
  }

  totals() {
    return this.scores.map((points) => points.reduce((a, b) => a + b, 0));
  }

  /** What lies open before all. */
  openTable() {
    return {
      phase: this.phase,
      round: this.round,
      dealer: this.dealer,
      to_act: this.toAct,
      trick: this.trick && {
        leader: this.trick.leader,
        domain: this.trick.domain,
        plays: this.trick.cards.map((card, i) => ({ seat: (this.trick.leader + i) % this.players, card })),
      },
      pending: [...this.pending].sort(byCard),
      tops: this.ofStacks(top),
      top: this.top,
      scores: this.scores.map((points) => [...points]),
      totals: this.totals(),
      winners: this.phase === 'over' ? seatsWithMost(this.totals()) : null, // druids/winners
    };
  }

  /** By seat: domain → something about its stack. A domain without a stack is left out. */
  ofStacks(about) {
    return seats(this.players).map((seat) => Object.fromEntries(
      this.stacks(seat).map((domain) => [domain, about(this.displays[seat][domain])]),
    ));
  }

  /** The whole truth, as a referee sees it. */
  observe() {
    return {
      ...this.openTable(),
      hands: this.hands.map((hand) => [...hand]),
      displays: this.ofStacks((stack) => [...stack]),
      aside: [...this.aside].sort(byCard),
    };
  }

  /** What one seat may see: druids/hidden-hands, druids/closed-stacks, druids/undealt-hidden */
  view(seat) {
    return {
      seat,
      ...this.openTable(),
      hand: [...this.hands[seat]],
      hand_sizes: this.hands.map((hand) => hand.length),
      stack_sizes: this.ofStacks((stack) => stack.length),
      aside: this.aside.length,
    };
  }
}

module.exports = { Druids };
