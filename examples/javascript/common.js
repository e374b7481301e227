'use strict';
// What both games need: refusals, the form of values, and bags of cards.

/** Rules or an action that must be refused. `code` is the reason code; a refused action has changed nothing. */
class Refusal extends Error {
  constructor(code, message = code) {
    super(message);
    this.code = code;
  }
}

/** Refuse with `code` unless `condition` holds. */
function demand(condition, code, message) {
  if (!condition) throw new Refusal(code, message);
}

// Integers beyond 2^53 arrive as BigInt; a number with a point is none (see strict-json.js), nor is true or false.
const isInteger = (value) => Number.isSafeInteger(value) || typeof value === 'bigint';
const isBetween = (value, low, high) => isInteger(value) && value >= low && value <= high;
const isRecord = (value) => value !== null && typeof value === 'object' && [null, Object.prototype].includes(Object.getPrototypeOf(value));
const isListOf = (value, isItem) => Array.isArray(value) && value.every(isItem);

/**
 * Is `value` an object with exactly the fields of `form`, each as its test wants it?
 * `form`: field → test.
 */
function hasForm(value, form) {
  if (!isRecord(value)) return false;
  const fields = Object.keys(form);
  return Object.keys(value).length === fields.length
    && fields.every((field) => Object.hasOwn(value, field) && form[field](value[field]));
}

/** Rules with every field: those given, the defaults for the others. */
function fillIn(given, defaults) {
  demand(isRecord(given), 'bad-rules', 'the rules are no object');
  for (const field of Object.keys(given)) {
    demand(field === 'players' || Object.hasOwn(defaults, field), 'bad-rules', `unknown field ${field}`);
  }
  demand(Object.hasOwn(given, 'players'), 'bad-rules', 'players: missing');
  return { ...defaults, ...given };
}

/** The order of cards as a comparison for sort: their order in `tokens`. */
function byOrderOf(tokens) {
  const place = new Map(tokens.map((token, index) => [token, index]));
  return (a, b) => place.get(a) - place.get(b);
}

const count = (cards, card) => cards.reduce((sum, other) => sum + (other === card ? 1 : 0), 0);
const distinct = (cards) => [...new Set(cards)];

/** Take the leftmost copy of `card` out of `cards`. */
function removeOne(cards, card) {
  cards.splice(cards.indexOf(card), 1);
}

/** The seats from 0 whose number is greatest; Infinity and BigInt compare too. */
function seatsWithMost(numbers) {
  const most = numbers.reduce((a, b) => (b > a ? b : a));
  return numbers.flatMap((number, seat) => (number === most ? [seat] : []));
}

const seats = (players) => Array.from({ length: players }, (_, seat) => seat);

module.exports = {
  Refusal, demand, isInteger, isBetween, isRecord, isListOf, hasForm, fillIn, byOrderOf, count, distinct, removeOne,
  seatsWithMost, seats,
};
