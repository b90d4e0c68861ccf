// Unpacks what was packed with LZMA (`xz --format=lzma`): smaller than gzip makes it, which is what browsers can unpack themselves.
// The names follow Igor Pavlov's specification of the format, which is in the public domain.

/** More than this nothing unpacks to that was packed here. */
const LARGEST = 64 << 20;

const HALF = 1024;
const STATES = 12;
/** Where each family of probabilities begins in one long list. */
const POSITIONS = 16;
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * POSITIONS;
const IS_REP_G0 = IS_REP + STATES;
const IS_REP_G1 = IS_REP_G0 + STATES;
const IS_REP_G2 = IS_REP_G1 + STATES;
const IS_REP0_LONG = IS_REP_G2 + STATES;
const SLOT = IS_REP0_LONG + STATES * POSITIONS;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 128;
const LENGTH = ALIGN + 16;
const REP_LENGTH = LENGTH + 2 + POSITIONS * 16 + 256;
const LITERAL = REP_LENGTH + 2 + POSITIONS * 16 + 256;

/** @param {Uint8Array} input @returns {Uint8Array} */
export function unpack(input) {
  const bad = () => new Error('the rules came damaged: reload the page');
  if (input.length < 18 || input[0] >= 225 || input[13] !== 0) throw bad();
  const lc = input[0] % 9;
  const lp = Math.floor(input[0] / 9) % 5;
  const pb = Math.floor(input[0] / 45);
  const size = new DataView(input.buffer, input.byteOffset).getBigUint64(5, true);
  if (size > LARGEST) throw bad();
  const out = new Uint8Array(Number(size));
  const probs = new Uint16Array(LITERAL + (768 << (lc + lp))).fill(HALF);
  let at = 18;
  let range = 0xffffffff;
  let code = ((input[14] << 24) | (input[15] << 16) | (input[16] << 8) | input[17]) >>> 0;

  /** One bit, as likely as its place in the list says. @param {number} index */
  function bit(index) {
    const chance = probs[index];
    const bound = (range >>> 11) * chance;
    let found = 0;
    if (code < bound) {
      range = bound;
      probs[index] = chance + ((2048 - chance) >> 5);
    } else {
      range -= bound;
      code -= bound;
      probs[index] = chance - (chance >> 5);
      found = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[at++]) >>> 0;
    }
    return found;
  }

  /** So many bits, the highest first, each with a place of its own in a tree. @param {number} tree @param {number} bits */
  function high(tree, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(tree + m);
    return m - (1 << bits);
  }

  /** The same, the lowest first. @param {number} tree @param {number} bits */
  function low(tree, bits) {
    let m = 1;
    let found = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(tree + m);
      m = (m << 1) | b;
      found |= b << i;
    }
    return found;
  }

  /** Bits of which nothing is known. @param {number} bits */
  function direct(bits) {
    let found = 0;
    for (let i = 0; i < bits; i++) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
      }
      found = found * 2 + one;
    }
    return found;
  }

  /** @param {number} coder @param {number} position */
  function length(coder, position) {
    if (!bit(coder)) return 2 + high(coder + 2 + position * 8, 3);
    if (!bit(coder + 1)) return 10 + high(coder + 2 + POSITIONS * 8 + position * 8, 3);
    return 18 + high(coder + 2 + POSITIONS * 16, 8);
  }

  /** How far back what has this length begins. @param {number} long */
  function distance(long) {
    const slot = high(SLOT + Math.min(long - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + low(SPECIAL + base - slot, bits);
    return base + direct(bits - 4) * 16 + low(ALIGN, 4);
  }

  const [positions, literals] = [(1 << pb) - 1, (1 << lp) - 1];
  let [state, rep0, rep1, rep2, rep3, n] = [0, 0, 0, 0, 0, 0];
  while (n < out.length) {
    if (at > input.length) throw bad();
    const position = n & positions;
    if (!bit(IS_MATCH + state * POSITIONS + position)) {
      const before = n ? out[n - 1] : 0;
      const tree = LITERAL + 768 * (((n & literals) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[n - rep0 - 1];
        do {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const found = bit(tree + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | found;
          if (expected !== found) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(tree + symbol);
      out[n++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let long;
    if (!bit(IS_REP + state)) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      long = length(LENGTH, position);
      state = state < 7 ? 7 : 10;
      rep0 = distance(long);
      if (rep0 === 0xffffffff) break;
    } else {
      if (!n) throw bad();
      if (!bit(IS_REP_G0 + state)) {
        if (!bit(IS_REP0_LONG + state * POSITIONS + position)) {
          state = state < 7 ? 9 : 11;
          if (rep0 >= n) throw bad();
          out[n] = out[n - rep0 - 1];
          n += 1;
          continue;
        }
      } else if (!bit(IS_REP_G1 + state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(IS_REP_G2 + state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      long = length(REP_LENGTH, position);
      state = state < 7 ? 8 : 11;
    }
    if (rep0 >= n || n + long > out.length) throw bad();
    for (const end = n + long; n < end; n++) out[n] = out[n - rep0 - 1];
  }
  if (n !== out.length) throw bad();
  return out;
}
