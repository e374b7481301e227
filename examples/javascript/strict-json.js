'use strict';
// JSON as the formats want it (docs/formats/index.md, "What the schemas leave open"): 2.0 is no integer, keys stand
// once, nesting goes no deeper than 64 levels. JSON.parse can tell none of these.

/** A number written with a point or an exponent. No rule has a use for one, so it is kept only to be refused. */
class Fraction {
  constructor(text) {
    this.text = text;
  }
}

const MAX_DEPTH = 64;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;

/** Integers become numbers, or BigInts where numbers are not exact; other numbers become Fractions. */
function parse(text) {
  let at = 0;

  function match(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }

  function peek() {
    match(SPACE);
    return text[at];
  }

  function expect(character) {
    if (peek() !== character) throw new SyntaxError(`'${character}' expected at ${at}`);
    at += 1;
  }

  function string() {
    const found = match(STRING);
    if (!found) throw new SyntaxError(`not JSON at ${at}`);
    return found[0].includes('\\') ? JSON.parse(found[0]) : found[0].slice(1, -1);
  }

  /** What stands between two brackets, separated by commas. */
  function each(close, item) {
    at += 1;
    if (peek() !== close) {
      item();
      while (peek() === ',') {
        at += 1;
        item();
      }
    }
    expect(close);
  }

  function value(depth) {
    const first = peek();
    if ((first === '{' || first === '[') && depth === MAX_DEPTH) throw new SyntaxError('nested too deep');
    if (first === '[') {
      const list = [];
      each(']', () => list.push(value(depth + 1)));
      return list;
    }
    if (first === '{') {
      const record = Object.create(null); // without a prototype no key is special
      each('}', () => {
        peek();
        const key = string();
        if (key in record) throw new SyntaxError(`key ${JSON.stringify(key)} stands twice`);
        expect(':');
        record[key] = value(depth + 1);
      });
      return record;
    }
    const word = match(WORD);
    if (word) return JSON.parse(word[0]);
    const number = match(NUMBER);
    if (!number) return string();
    if (number[1] !== undefined || number[2] !== undefined) return new Fraction(number[0]);
    const integer = Number(number[0]) + 0; // -0 is 0
    return Number.isSafeInteger(integer) ? integer : BigInt(number[0]);
  }

  const result = value(0);
  if (peek() !== undefined) throw new SyntaxError(`more text at ${at}`);
  return result;
}

/** JSON in one line; unlike JSON.stringify it can write a BigInt. */
function write(value) {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(',')}}`;
}

module.exports = { parse, write };
