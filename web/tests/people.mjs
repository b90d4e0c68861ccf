// Two strangers meet: they register with passkeys, find each other, play by the clock and over days, talk, are rated, and meet again in a
// tournament that a third runs.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessible, here, openTable, program } from './house.mjs';
import { open, shot } from './scenes.mjs';

const DAY = 86_400_000;

/** Somebody in a browser of his own, with a device that holds passkeys. */
async function person(browser, table, size = { width: 1280, height: 800 }) {
  const one = await open(browser, table, { still: true }, { viewport: size });
  const cdp = await one.page.context().newCDPSession(one.page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true,
    hasUserVerification: true, isUserVerified: true } });
  await one.page.goto(`${table.address}/#/house`);
  return one;
}

async function register(page, name, passkey = true) {
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.locator('input[name=name]').fill(name);
  if (passkey) await page.getByRole('button', { name: 'Register with a passkey' }).click();
  else {
    await page.locator('input[name=password]').fill('four words in a row');
    await page.getByRole('button', { name: 'Register with a password' }).click();
  }
  await page.locator('.code').waitFor();
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('button', { name: 'Look for a game' }).waitFor();
}

/** Puts something on the board, or challenges somebody. */
async function lookFor(page, pace, to = '') {
  await page.getByRole('button', { name: 'Look for a game' }).click();
  await page.locator('dialog select[name=pace]').selectOption(String(pace));
  await page.locator('dialog select[name=want]').selectOption('union');
  if (to) await page.locator('dialog input[name=to]').fill(to);
  await page.getByRole('button', { name: to ? 'Challenge' : 'Put it on the board', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Takes up the first challenge there is; answers the address of the table. */
async function accept(page) {
  await page.locator('[data-challenge] button.primary').first().click({ timeout: 30_000 });
  await page.locator('.clocks').waitFor({ state: 'attached' });
  return new URL(page.url()).hash;
}

/** Whoever is asked decides so many times as a quick computer would: over the same line as the page's own. */
async function decide(pages, times) {
  let done = 0;
  for (let i = 0; done < times && i < times * 20; i += 1) {
    for (const page of pages) {
      done += await page.evaluate(async () => {
        const { chairs } = (/** @type {any} */ (window)).longroll.stage;
        const { actor, awaited } = await chairs.ask({ op: 'actor' });
        const own = (/** @type {any} */ (window)).longroll.store.state.seat;
        if (actor !== own && !(awaited ?? []).includes(own)) return 0;
        const { action } = await chairs.ask({ op: 'go', level: 'greedy' });
        await chairs.ask({ op: 'apply', action });
        return 1;
      }).catch(() => 0);
    }
  }
  assert.equal(done, times, 'decisions were taken');
}

export async function people(browser, said) {
  const clock = join(mkdtempSync(join(tmpdir(), 'longroll-clock-')), 'ahead');
  writeFileSync(clock, '0');
  const server = await openTable(undefined, 0, { program, web: join(here, '..'), more: ['--accounts', '--ahead', clock] });
  const table = { ...server, address: server.address.replace('127.0.0.1', 'localhost') };
  const director = await person(browser, table);
  await accessible(director.page, 'the entrance');
  await register(director.page, 'Halleck', false);
  const [grant, lee] = [await person(browser, table), await person(browser, table, { width: 390, height: 844 })];
  await register(grant.page, 'Grant');
  await register(lee.page, 'Lee');
  // A live game, found on the board.
  await lookFor(grant.page, 0);
  await accessible(lee.page, 'the house on a phone');
  await shot(lee.page, 'house-phone');
  const first = await accept(lee.page);
  await grant.page.goto(`${table.address}/${first}`);
  await grant.page.locator('.clocks .asked').first().waitFor({ timeout: 30_000 });
  await decide([grant.page, lee.page], 6);
  assert.match(await grant.page.locator('.clocks .time').first().innerText(), /^\d:\d\d:\d\d$/);
  await grant.page.locator('.talk summary').click();
  await grant.page.getByLabel('Say something').fill('Good luck <i>!');
  await grant.page.getByRole('button', { name: 'Say', exact: true }).click();
  await lee.page.locator('.said li', { hasText: 'Good luck <i>!' }).waitFor({ state: 'attached' });
  await accessible(grant.page, 'a table of the house');
  await shot(grant.page, 'house-table');
  await grant.page.locator('.offers summary').click();
  await grant.page.getByRole('button', { name: 'Offer a draw' }).click();
  await lee.page.getByRole('button', { name: 'Panels', exact: true }).click();
  await lee.page.getByRole('button', { name: 'Agree' }).click();
  await grant.page.getByText('A draw, by agreement.').waitFor();
  said('a live game: found, played by the clock, talked over, drawn by agreement');
  // A game over days: the clock runs out, and is claimed.
  await grant.page.goto(`${table.address}/#/house`);
  await lookFor(grant.page, 2, 'Lee');
  await lee.page.goto(`${table.address}/#/house`);
  const second = await accept(lee.page);
  await grant.page.goto(`${table.address}/${second}`);
  await grant.page.locator('.clocks .asked').first().waitFor({ timeout: 30_000 });
  await decide([grant.page, lee.page], 2);
  writeFileSync(clock, String(9 * DAY));
  const [late, claims] = (await grant.page.locator('.clocks .union.asked').count()) ? [grant, lee] : [lee, grant];
  await claims.page.reload();
  await claims.page.locator('.clocks').waitFor({ state: 'attached' });
  if (claims === lee) await claims.page.getByRole('button', { name: 'Panels', exact: true }).click();
  await claims.page.getByRole('button', { name: /Claim the game/ }).click();
  await claims.page.getByText(/ran out of time/).first().waitFor();
  said('a game over days: the clock ran out and was claimed');
  await late.page.goto(`${table.address}/#/player/${claims === lee ? 'Lee' : 'Grant'}`);
  await late.page.locator('.ratings .figure').waitFor();
  assert.ok(Number.parseInt(await late.page.locator('.ratings .figure').innerText(), 10) > 1500, 'who won is rated higher');
  await accessible(late.page, 'a player');
  // A Swiss tournament, run by a third.
  await director.page.reload();
  await director.page.getByRole('button', { name: 'Announce a tournament' }).click();
  await director.page.locator('dialog input[name=title]').fill('The spring cup');
  await director.page.locator('dialog input[name=rounds]').fill('1');
  await director.page.locator('dialog select[name=sides]').selectOption('turns');
  await director.page.getByRole('button', { name: 'Announce', exact: true }).click();
  await director.page.getByRole('heading', { name: 'The spring cup' }).waitFor();
  const cup = new URL(director.page.url()).hash;
  for (const { page } of [grant, lee]) {
    await page.goto(`${table.address}/${cup}`);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  }
  await director.page.reload();
  await director.page.getByRole('button', { name: 'Begin' }).click();
  await director.page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await director.page.getByLabel('Decide this game').selectOption('union');
  await director.page.getByText('1 : 0').or(director.page.getByText('0 : 1')).waitFor();
  await director.page.getByRole('button', { name: 'Finish' }).click();
  await director.page.getByText(/It is over/).waitFor();
  await accessible(director.page, 'a tournament');
  await shot(director.page, 'house-cup');
  // Whoever comes back signs in with his passkey.
  await grant.page.goto(`${table.address}/#/you`);
  await grant.page.getByRole('button', { name: 'Sign out here' }).click();
  await grant.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await grant.page.getByRole('button', { name: 'Look for a game' }).waitFor();
  await accessible(grant.page, 'the house');
  await shot(grant.page, 'house');
  await grant.page.goto(`${table.address}/#/you`);
  await grant.page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
  await accessible(grant.page, 'an account');
  await shot(grant.page, 'house-you');
  for (const one of [director, grant, lee]) {
    assert.deepEqual(one.faults, []);
    await one.close();
  }
  await server.close();
  said('a tournament, and back in with a passkey');
}
