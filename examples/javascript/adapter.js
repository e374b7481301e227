'use strict';
// Speaks lexludi-conformance/1 (docs/formats/protocol.md): one request a line on standard input, one reply a line on
// standard output.

const { Birdie } = require('./birdie.js');
const { Refusal, isInteger, isRecord } = require('./common.js');
const { Druids } = require('./druids.js');
const { parse, write } = require('./strict-json.js');

const GAMES = new Map([['druids', Druids], ['birdie', Birdie]]);

// op → the keys of its request besides `id` and `op`; a key with ? may be left out
const KEYS = new Map([
  ['hello', ['protocol']], ['new_game', ['game', 'rules']], ['deal', []],
  ['apply', ['seat?', 'action', 'hands?', 'display?']], ['legal_actions', []], ['observe', []], ['view', ['seat']],
  ['stop', []],
]);

let game = null; // the game that is on, if any

function hello({ protocol }) {
  if (protocol !== 1) throw new Error('protocol: only 1 is spoken');
  const offer = ({ players, observes }) => ({ players, observes, rejects_illegal: true, legal_actions: true });
  return {
    implementation: 'druids-birdie-js',
    version: '1.0',
    language: 'JavaScript',
    games: Object.fromEntries([...GAMES].map(([name, Game]) => [name, offer(Game)])),
  };
}

function newGame({ game: name, rules }) {
  if (typeof name !== 'string') throw new Error('game: no name');
  game = null;
  if (!GAMES.has(name)) return { skipped: `no such game here: ${name}` };
  try {
    game = new (GAMES.get(name))(rules);
    return { ok: true };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return { ok: false, code: problem.code, message: problem.message };
  }
}

function apply({ action, seat }) {
  try {
    game.apply(action, seat);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return { ok: false, code: problem.code };
  }
  return { ok: true, observation: game.observe() };
}

function view({ seat }) {
  if (!Number.isSafeInteger(seat) || seat < 0 || seat >= game.players) throw new Error('seat: no seat of this table');
  return { view: game.view(seat) };
}

function answer(request) {
  const { op } = request;
  if (op === 'hello') return hello(request);
  if (op === 'new_game') return newGame(request);
  if (op === 'deal') return { skipped: 'piles must be given' };
  if (game === null) throw new Error('no game is on');
  if (op === 'apply') return apply(request);
  if (op === 'legal_actions') return { actions: game.legalActions() };
  if (op === 'observe') return { observation: game.observe() };
  return view(request);
}

/** Requests are closed objects: every key that must be there, and no other. */
function checkKeys(request) {
  if (!KEYS.has(request.op)) throw new Error('op: unknown');
  const keys = KEYS.get(request.op);
  const allowed = ['id', 'op', ...keys.map((key) => key.replace('?', ''))];
  for (const key of keys) if (!key.endsWith('?') && !(key in request)) throw new Error(`${key}: missing`);
  for (const key of Object.keys(request)) if (!allowed.includes(key)) throw new Error(`${key}: unknown key`);
}

/** One line of bytes in, the reply out; undefined for `stop`. */
function reply(line) {
  let id = null;
  try {
    const request = parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
    if (!isRecord(request) || !isInteger(request.id)) throw new Error('a request is an object with an integer id');
    id = request.id;
    checkKeys(request);
    return request.op === 'stop' ? undefined : { id, ...answer(request) };
  } catch (problem) {
    return { id, error: problem.message };
  }
}

function serve(line) {
  const said = reply(line);
  if (said !== undefined) process.stdout.write(`${write(said)}\n`);
  return said !== undefined;
}

async function main() {
  let rest = Buffer.alloc(0); // of a line whose end has not come yet
  for await (const chunk of process.stdin) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      if (!serve(line)) return;
    }
  }
  if (rest.length > 0) serve(rest);
}

main();
