// What this browser remembers.

import assert from 'node:assert/strict';
import test from 'node:test';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem() {} } });
const { houseOf } = await import('../../js/settings.js');

test('a house is an address of the web, and nothing else', () => {
  assert.equal(houseOf(' house.example '), 'https://house.example/');
  assert.equal(houseOf('http://10.0.0.7:1863/#/table/x'), 'http://10.0.0.7:1863/');
  for (const none of ['', '  ', 'javascript:alert(1)', 'javascript://house.example/%0aalert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://', 'http://[']) {
    assert.equal(houseOf(none), '', none);
  }
});
