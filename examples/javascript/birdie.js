'use strict';
// Birdie, written from spec/birdie.md alone. Comments name its clauses.

const {
  demand, isBetween, isInteger, isListOf, isRecord, hasForm, fillIn, byOrderOf, count, distinct, removeOne,
  seatsWithMost, seats,
} = require('./common.js');

const SPECIES = ['WOODPECKER', 'PIGEON', 'OWL', 'ROBIN'];
const SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER'];
const EFFECTS = ['none', 'remove', 'move', 'swap', 'insert'];
const HAND = 2; // birdie/hands-and-display
const DISPLAY = 4;

const speciesOf = (card) => card.split('-')[0];
const categoriesOf = (card) => card.split('-'); // its species and its season

// birdie/card-order
const pairUp = (species, seasons) => species.flatMap((bird) => seasons.map((season) => `${bird}-${season}`));
const byCard = byOrderOf(pairUp(SPECIES, SEASONS));
const inOrder = (cards) => [...cards].sort(byCard);
const kinds = (cards) => distinct(inOrder(cards));

// birdie/phases: type of action → its phase
const PHASE_OF = new Map([
  ['deal', 'deal'], ['take', 'turn'], ['take_pair', 'turn'], ['pass', 'turn'], ['lay', 'lay'], ['end_turn', 'lay'],
  ['use_ability', 'score'], ['score_set', 'score'], ['end_scoring', 'score'], ['edit', 'edit'],
]);

// birdie/presets: as_written; published has pile_order free and lone_turns 1
const DEFAULTS = {
  pile_order: 'display_first', lone_turns: null, crosses: Array(9).fill(0), trophy: 3, abilities: {}, starters: [0, 1],
  species: 4, seasons: 4, copies: 4,
};

function checkedRules(given) {
  const rules = fillIn(given, DEFAULTS);
  const need = (field, condition) => demand(condition, 'bad-rules', `${field}: impossible value`);
  // birdie/rules-fields, birdie/rules-strict
  need('players', isBetween(rules.players, 2, 4));
  need('pile_order', ['display_first', 'free'].includes(rules.pile_order));
  need('lone_turns', rules.lone_turns === null || isBetween(rules.lone_turns, 1, Infinity));
  need('crosses', isListOf(rules.crosses, isInteger) && rules.crosses.length === 9);
  need('trophy', isInteger(rules.trophy));
  need('starters', isListOf(rules.starters, (seat) => isBetween(seat, 0, rules.players - 1)) && rules.starters.length === 2);
  need('species', isBetween(rules.species, 1, 4));
  need('seasons', isBetween(rules.seasons, 1, 4));
  need('copies', isBetween(rules.copies, 1, Infinity));
  const world = SPECIES.slice(0, rules.species);
  need('abilities', isRecord(rules.abilities)
    && Object.entries(rules.abilities).every(([bird, effect]) => world.includes(bird) && EFFECTS.includes(effect)));
  // birdie/small-worlds
  const m = rules.species * rules.seasons * Number(rules.copies);
  const size = rules.players === 2 ? Math.floor(m / 2) : m;
  demand(size >= 3 * rules.players + 4, 'bad-rules', 'too few cards for a round');
  return rules;
}

class Birdie {
  static players = [2, 3, 4];

  static observes = [
    'phase', 'round', 'to_act', 'display', 'pair', 'draw_pile', 'stop_revealed', 'hands', 'piles', 'passed', 'boards',
    'trophies', 'totals', 'winners',
  ];

  /** A game before its first deal: birdie/start. Throws a Refusal `bad-rules`. */
  constructor(rules) {
    this.rules = checkedRules(rules);
    this.players = this.rules.players;
    this.species = SPECIES.slice(0, this.rules.species);
    this.categories = [...this.species, ...SEASONS.slice(0, this.rules.seasons)];
    this.tokens = pairUp(this.species, SEASONS.slice(0, this.rules.seasons)); // birdie/deck: of each so many copies
    this.phase = 'deal';
    this.round = 1;
    this.toAct = null;
    this.boards = this.bySeat(() => ({ sets: new Map(), crosses: 0, passPoints: 0, abilitiesUsed: new Set() }));
    this.trophies = new Map(this.species.map((bird) => [bird, null]));
    this.otherHalf = [];
    this.display = [];
    this.drawPile = [];
    this.underStop = [];
    this.stopRevealed = false;
    this.hands = this.bySeat(() => []);
    this.clearTable();
    this.forms = this.actionForms();
  }

  bySeat(make) {
    return seats(this.players).map(make);
  }

  get starter() {
    return this.rules.starters[this.round - 1];
  }

  get active() {
    return seats(this.players).filter((seat) => this.passed[seat] === null);
  }

  get hand() {
    return this.hands[this.toAct];
  }

  get board() {
    return this.boards[this.toAct];
  }

  get row() { // birdie/row: index 0 was laid first
    return this.piles[this.toAct];
  }

  // ---- Actions

  /** Carry out an action or throw a Refusal. `seat` null means nobody for a deal, else whoever is to act. */
  apply(action, seat = null) {
    this.verify(action, seat);
    switch (action.type) {
      case 'deal': return this.deal(action.pile);
      case 'take': return this.take(action.card);
      case 'take_pair': return this.takePair(action.cards);
      case 'pass': return this.pass();
      case 'lay': return this.lay(action.card);
      case 'end_turn': return this.endTurn();
      case 'use_ability': return this.useAbility(action.species, action.discard);
      case 'edit': return this.edit(action);
      case 'score_set': return this.scoreSet(action);
      default: return this.endScoring();
    }
  }

  /** birdie/action-form: type of action (with an edit its kind) → field → test */
  actionForms() {
    const isName = () => true; // of the type or kind by which the form was looked up
    const isCard = (value) => this.tokens.includes(value);
    const isSpecies = (value) => this.species.includes(value);
    const isCategory = (value) => this.categories.includes(value);
    const isPair = (value) => isListOf(value, isCard) && value.length === 2;
    const edit = { type: isName, kind: isName };
    return new Map([
      ['deal', { type: isName, pile: (value) => isListOf(value, isCard) }],
      ['take', { type: isName, card: isCard }],
      ['take_pair', { type: isName, cards: isPair }],
      ['pass', { type: isName }],
      ['lay', { type: isName, card: isCard }],
      ['end_turn', { type: isName }],
      ['use_ability', { type: isName, species: isSpecies, discard: isCard }],
      ['score_set', { type: isName, start: isInteger, length: isInteger, category: isCategory }],
      ['end_scoring', { type: isName }],
      ['edit remove', { ...edit, at: isInteger }],
      ['edit move', { ...edit, from: isInteger, to: isInteger }],
      ['edit swap', { ...edit, at: isInteger }],
      ['edit insert', { ...edit, card: isCard, at: isInteger }],
    ]);
  }

  isWellFormed(action) {
    if (!isRecord(action) || !PHASE_OF.has(action.type)) return false;
    if (action.type === 'edit' && !EFFECTS.includes(action.kind)) return false;
    const form = this.forms.get(action.type === 'edit' ? `edit ${action.kind}` : action.type);
    return form !== undefined && hasForm(action, form);
  }

  /** Throw a Refusal if the action is not allowed: the first reason in the order of birdie/refusal-order. */
  verify(action, seat = null) {
    demand(this.isWellFormed(action) && (seat === null || isInteger(seat)), 'malformed');
    demand(this.phase !== 'over', 'game-over'); // birdie/game-end
    demand(PHASE_OF.get(action.type) === this.phase, 'wrong-phase');
    demand(action.type !== 'use_ability' || this.lastEnd === 0, 'wrong-phase'); // birdie/ability-timing
    demand(seat === null || (action.type !== 'deal' && seat === this.toAct), 'out-of-turn'); // birdie/whose-action
    switch (action.type) {
      case 'deal': return demand(this.isDeck(action.pile), 'bad-deal');
      case 'take': return demand(this.display.includes(action.card), 'card-not-displayed');
      case 'take_pair': return demand(this.displays(action.cards), 'card-not-displayed');
      case 'lay':
        demand(this.pair.includes(action.card) || this.hand.includes(action.card), 'card-not-held');
        return demand(this.mayLay(action.card), 'display-first');
      case 'end_turn': return demand(this.pair.length === 0, 'pair-not-laid');
      case 'use_ability': return this.verifyAbility(action.species, action.discard);
      case 'edit': return demand(action.kind === this.effect && this.isPossibleEdit(action), 'bad-edit');
      case 'score_set': return this.verifySet(Number(action.start), Number(action.length), action.category);
      default: return undefined; // pass and end_scoring are always possible in their phases
    }
  }

  // ---- Setup

  /** birdie/deal, birdie/deck */
  isDeck(pile) {
    const { copies } = this.rules;
    return pile.length === this.tokens.length * Number(copies) && this.tokens.every((card) => count(pile, card) === copies);
  }

  deal(pile) {
    if (this.players !== 2) return this.layOut(this.round, pile);
    const half = Math.floor(pile.length / 2); // birdie/halves, birdie/odd-half
    this.otherHalf = pile.slice(half);
    return this.layOut(1, pile.slice(0, half));
  }

  layOut(round, pile) {
    const n = this.players;
    const above = pile.slice(0, -n);
    this.underStop = pile.slice(-n); // birdie/stop-pile, birdie/under-stop
    this.stopRevealed = false;
    this.round = round; // birdie/starter
    this.toAct = this.starter;
    this.hands = this.bySeat(() => []);
    for (let i = 0; i < HAND * n; i += 1) this.hands[(this.starter + i) % n].push(above[i]); // birdie/deal-order
    this.display = above.slice(HAND * n, HAND * n + DISPLAY); // birdie/hands-and-display
    this.drawPile = above.slice(HAND * n + DISPLAY);
    this.clearTable();
    this.phase = 'turn';
  }

  /** birdie/table-cleared */
  clearTable() {
    this.piles = this.bySeat(() => []);
    this.passed = this.bySeat(() => null);
    this.pair = [];
    this.out = [];
    this.effect = null;
    this.lastEnd = 0;
    this.alone = 0;
  }

  // ---- Turns

  /** birdie/take-one, birdie/which-copy, birdie/hand-with-pair */
  take(card) {
    removeOne(this.display, card);
    this.hand.push(card);
    this.endTurn();
  }

  displays([first, second]) {
    return [first, second].every((card) => count(this.display, card) >= (first === second ? 2 : 1));
  }

  /** birdie/take-pair */
  takePair(cards) {
    cards.forEach((card) => removeOne(this.display, card));
    this.pair = [...cards];
    this.phase = 'lay';
  }

  /** birdie/pair-first; the cards of the pair go down in any order: birdie/pair-order */
  mayLay(card) {
    return this.rules.pile_order === 'free' || this.pair.length === 0 || this.pair.includes(card);
  }

  /** birdie/lay, birdie/pile-fixed */
  lay(card) {
    removeOne(this.pair.includes(card) ? this.pair : this.hand, card); // birdie/which-copy
    this.row.push(card);
  }

  /** birdie/pass, birdie/pass-points */
  pass() {
    const points = this.active.length - 1;
    this.passed[this.toAct] = points;
    this.board.passPoints += points;
    this.endTurn();
  }

  /** birdie/end-turn, birdie/turn-order */
  endTurn() {
    this.display.push(...this.drawPile.splice(0, DISPLAY - this.display.length)); // birdie/refill
    if (this.display.length < DISPLAY) this.stopRevealed = true; // birdie/stop-card
    const { active } = this;
    if (this.rules.lone_turns !== null && active.length === 1 && active[0] === this.toAct) { // birdie/last-player
      this.alone += 1;
      if (this.alone >= this.rules.lone_turns) this.passed[this.toAct] = 0;
    }
    if (this.active.length === 0) {
      this.endRound();
    } else {
      do this.toAct = (this.toAct + 1) % this.players;
      while (this.passed[this.toAct] !== null);
      this.phase = 'turn';
    }
  }

  /** birdie/round-end, birdie/scoring-order */
  endRound() {
    this.phase = 'score';
    this.toAct = this.starter;
    this.alone = 0;
    this.lastEnd = 0;
    this.effect = null;
  }

  // ---- Abilities

  effectOf(species) {
    return Object.hasOwn(this.rules.abilities, species) ? this.rules.abilities[species] : 'none';
  }

  /** birdie/ability-effect: can it be carried out once its cost, a hand card, is paid? */
  hasEffect(species) {
    const needs = { // what must be there, and what is
      none: true,
      remove: this.row.length >= 1,
      move: this.row.length >= 2,
      swap: this.row.length >= 2,
      insert: this.hand.length - 1 >= 1,
    };
    return needs[this.effectOf(species)];
  }

  verifyAbility(species, discard) {
    demand(!this.board.abilitiesUsed.has(species), 'ability-used'); // birdie/ability-once
    demand(speciesOf(discard) === species, 'ability-needs-card'); // birdie/ability-cost
    demand(this.hand.includes(discard), 'card-not-held');
    demand(this.hasEffect(species), 'ability-no-effect');
  }

  useAbility(species, discard) {
    removeOne(this.hand, discard);
    this.out.push(discard);
    this.board.abilitiesUsed.add(species);
    if (this.effectOf(species) === 'none') return;
    this.effect = this.effectOf(species);
    this.phase = 'edit';
  }

  isPossibleEdit({ kind, at, from, to, card }) {
    const last = this.row.length - 1;
    if (kind === 'remove') return isBetween(at, 0, last); // birdie/effect-remove
    if (kind === 'move') return isBetween(from, 0, last) && isBetween(to, 0, last) && from !== to; // birdie/effect-move
    if (kind === 'swap') return isBetween(at, 0, last - 1); // birdie/effect-swap
    return this.hand.includes(card) && isBetween(at, 0, last + 1); // birdie/effect-insert
  }

  /** birdie/edit */
  edit({ kind, at, from, to, card }) {
    const { row } = this;
    if (kind === 'remove') {
      this.out.push(...row.splice(at, 1));
    } else if (kind === 'move') {
      row.splice(to, 0, ...row.splice(from, 1));
    } else if (kind === 'swap') {
      row.splice(at, 2, row[at + 1], row[at]);
    } else {
      removeOne(this.hand, card);
      row.splice(at, 0, card);
    }
    this.effect = null;
    this.phase = 'score';
  }

  // ---- Sets and scoring

  verifySet(start, length, category) {
    demand(length >= 2, 'set-too-short'); // birdie/set-run
    demand(start >= 0 && start + length <= this.row.length, 'set-outside');
    demand(start >= this.lastEnd, 'set-overlaps'); // birdie/set-disjoint
    const set = this.row.slice(start, start + length);
    demand(set.every((card) => categoriesOf(card).includes(category)), 'set-mixed'); // birdie/set-uniform
    demand(!this.board.sets.has(category), 'category-scored'); // birdie/category-once
  }

  /** birdie/set-points, birdie/set-cross */
  scoreSet({ start, length, category }) {
    this.board.sets.set(category, length);
    this.board.crosses += 1;
    this.lastEnd = start + length;
  }

  /** birdie/end-scoring */
  endScoring() {
    this.lastEnd = 0;
    const next = (this.toAct + 1) % this.players;
    if (next !== this.starter) {
      this.toAct = next;
      return;
    }
    this.awardTrophies();
    if (this.round === 2) { // birdie/game-end
      this.phase = 'over';
      this.toAct = null;
    } else if (this.players === 2) { // birdie/rounds
      this.layOut(2, this.otherHalf);
      this.otherHalf = [];
    } else {
      this.phase = 'deal';
      this.round = 2;
      this.toAct = null;
    }
  }

  /** birdie/trophy, birdie/trophy-tie */
  awardTrophies() {
    for (const bird of this.species) {
      const first = seatsWithMost(this.boards.map((board) => board.sets.get(bird) ?? 0));
      if (first.length === 1) this.trophies.set(bird, first[0]);
    }
  }

  /** birdie/total. Points for crosses and trophies may be any integers, so the sum is made with BigInt. */
  totals() {
    return this.boards.map((board, seat) => {
      let total = BigInt([...board.sets.values()].reduce((a, b) => a + b, board.passPoints));
      if (this.phase === 'over') {
        const trophies = [...this.trophies.values()].filter((owner) => owner === seat).length;
        total += BigInt(this.rules.crosses[board.crosses]); // birdie/cross-value
        total += BigInt(this.rules.trophy) * BigInt(trophies); // birdie/trophy-value
      }
      return Number.isSafeInteger(Number(total)) ? Number(total) : total;
    });
  }

  // ---- What can be told

  /** birdie/legal-actions */
  legalActions() {
    if (this.phase === 'turn') return this.turns();
    if (this.phase === 'lay') return this.lays();
    if (this.phase === 'score') return [...this.abilities(), ...this.sets(), { type: 'end_scoring' }];
    if (this.phase === 'edit') return this.edits();
    return [];
  }

  turns() { // with an empty display only pass is left: birdie/must-pass
    const cards = kinds(this.display);
    const pairs = cards.flatMap((first, i) => cards.slice(i).map((second) => [first, second]));
    return [
      ...cards.map((card) => ({ type: 'take', card })),
      ...pairs.filter((pair) => this.displays(pair)).map((pair) => ({ type: 'take_pair', cards: pair })),
      { type: 'pass' },
    ];
  }

  lays() {
    const lays = kinds([...this.pair, ...this.hand]).filter((card) => this.mayLay(card)).map((card) => ({ type: 'lay', card }));
    return this.pair.length === 0 ? [...lays, { type: 'end_turn' }] : lays;
  }

  abilities() {
    if (this.lastEnd > 0) return [];
    return kinds(this.hand)
      .filter((card) => !this.board.abilitiesUsed.has(speciesOf(card)) && this.hasEffect(speciesOf(card)))
      .map((card) => ({ type: 'use_ability', species: speciesOf(card), discard: card }));
  }

  /** birdie/set-choice */
  sets() {
    const sets = [];
    for (let start = this.lastEnd; start < this.row.length; start += 1) {
      let shared = categoriesOf(this.row[start]);
      for (let length = 2; start + length <= this.row.length; length += 1) {
        const card = categoriesOf(this.row[start + length - 1]);
        shared = shared.filter((category) => card.includes(category));
        if (shared.length === 0) break;
        for (const category of shared) {
          if (!this.board.sets.has(category)) sets.push({ type: 'score_set', start, length, category });
        }
      }
    }
    return sets;
  }

  edits() {
    const kind = this.effect;
    const places = [...this.row.keys(), this.row.length];
    let edits = places.map((at) => ({ type: 'edit', kind, at })); // remove, swap
    if (kind === 'move') edits = places.flatMap((from) => places.map((to) => ({ type: 'edit', kind, from, to })));
    if (kind === 'insert') edits = kinds(this.hand).flatMap((card) => places.map((at) => ({ type: 'edit', kind, card, at })));
    return edits.filter((edit) => this.isPossibleEdit(edit));
  }

  /** What lies open before all: birdie/view, birdie/open-pair */
  openTable() {
    return {
      phase: this.phase,
      round: this.round,
      to_act: this.toAct,
      display: [...this.display],
      pair: inOrder(this.pair),
      draw_pile: this.drawPile.length,
      stop_revealed: this.stopRevealed,
      passed: [...this.passed],
      boards: this.boards.map((board) => ({
        sets: Object.fromEntries(this.categories.filter((c) => board.sets.has(c)).map((c) => [c, board.sets.get(c)])),
        crosses: board.crosses,
        pass_points: board.passPoints,
        abilities_used: this.species.filter((bird) => board.abilitiesUsed.has(bird)),
      })),
      trophies: Object.fromEntries(this.trophies),
      totals: this.totals(),
      winners: this.phase === 'over' ? seatsWithMost(this.totals()) : null, // birdie/winner, birdie/shared-win
    };
  }

  /** The whole truth, as a referee sees it. */
  observe() {
    return { ...this.openTable(), hands: this.hands.map(inOrder), piles: this.piles.map((pile) => [...pile]) };
  }

  /** What one seat may see: birdie/hidden-cards, birdie/hidden-piles */
  view(seat) {
    const rowsAreOpen = ['score', 'edit', 'over'].includes(this.phase) || (this.phase === 'deal' && this.round === 2);
    return {
      seat,
      ...this.openTable(),
      hand: inOrder(this.hands[seat]),
      hand_sizes: this.hands.map((hand) => hand.length),
      pile_sizes: this.piles.map((pile) => pile.length),
      rows: rowsAreOpen ? this.piles.map((pile) => [...pile]) : null,
    };
  }
}

module.exports = { Birdie };
