// What xz has packed is unpacked, and what is damaged is refused.

import assert from 'node:assert/strict';
import test from 'node:test';
import { unpack } from '../../js/page/unpack.js';

/** Words, noise and repetitions near and far: what `xz --format=lzma --lzma1=preset=9e,lc=4,pb=0` has packed below, its length written into its head. */
function plain() {
  const out = [];
  let x = 1863n;
  while (out.length <= 3000) {
    x = (x * 1103515245n + 12345n) & 0x7fffffffn;
    const n = Number(x);
    if (n % 7 < 4) out.push(...Buffer.from('brigade marches ').subarray(0, 1 + ((n >> 8) % 16)));
    else if (n % 7 < 6) out.push((n >> 12) & 255);
    else out.push(...out.slice(Math.floor(out.length / 2), Math.floor(out.length / 2) + ((n >> 9) % 40)));
  }
  return Buffer.from(out.slice(0, 3000));
}

const packed = () => Buffer.from([
  'BAAAAAS4CwAAAAAAAAAxHW5l+fsQXzvdovREgFG1Nl8grrW/76SP5wMUFJPyf+3B/YiCZBiqC+UlOVUsj0gZ7lTNZTJwpBykiTcta0tzRtwdgEK3l61YGMIPi+KB7WGLrn',
  'NwX2eU3/8tvJlOW8uLPTyscwv6EYNCGWdFC7YU0APNLGD+mmeGrKIsFWSeKCG0INwpz/g3LcYWGLNH6cDj2R5xzpEZuSit+64FI5yYqzgUahuF9V/+7q9MvNHJI98W6eZR',
  'LR615GaQHiw48oG1wyQjZYLLnz5c0c0c47eOgcdCf4o0K4qY0uVSdblq59f8UNmfIigdCXn+4gwwwpqRfpJ3Ai0aqlYubOQ85d9sSvjLwijeFcqvQWokEPo63yVv0hTfbl',
  'LCDC+HppHjNhnQ5HZkFblcidDRuFVNVkePLQzjJqyM5211lIn9QIvDVv3qQIBos8g+wj5QNpq2Jz3568V998CzvpDo12Va88RZJfNuPsFT/Q6RacyCyc3Adp99g7sCMYJj',
  'w4SfESnVwXUXDaZB6oRwwVwcdmJz7za2cwlnBW0dJ7e3yPKCL6tGoB7S2MbE/W169QMsp+xbGy3LxrKwW1CMJACN2n3DIc1yc+GAhG0jpWRyrBhOaZzF2VrVv4LBb+T6sm',
  'mMbrtiif3R7g6YBqbXQDeKB1eUyPMctnTPnFwdX1dAJllTktoOVyixNlc8p+DeERo9/+BZPHc=',
].join(''), 'base64');

test('what was packed comes back', () => {
  assert.deepEqual(Buffer.from(unpack(packed())), plain());
});

test('what is cut, has another length or is too large is refused', () => {
  const refused = (/** @type {Uint8Array} */ bytes) => assert.throws(() => unpack(bytes), /damaged/);
  refused(packed().subarray(0, packed().length / 2));
  refused(new Uint8Array());
  refused(Buffer.from('<!doctype html><title>404</title>'));
  const longer = packed();
  longer.writeBigUInt64LE(3500n, 5);
  refused(longer);
  const huge = packed();
  huge.writeBigUInt64LE(1n << 40n, 5);
  refused(huge);
});

test('no damage makes it hang or write beyond its end', () => {
  for (let at = 13; at < packed().length; at += 3) {
    const spoilt = packed();
    spoilt[at] ^= 0x55;
    try {
      assert.equal(unpack(spoilt).length, 3000);
    } catch (error) {
      assert.match(String(error), /damaged/);
    }
  }
});
