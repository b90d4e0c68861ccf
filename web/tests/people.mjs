// Two strangers meet: they register with passkeys, find each other, play by the clock and over days, talk, are told by mail and by push, are
// rated, and meet again in a tournament that a third runs.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessible, here, openTable, program } from './house.mjs';
import { freePort, mailSink, pushService } from './post.mjs';
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
  let [done, fault] = [0, ''];
  for (let i = 0; done < times && i < times * 20; i += 1) {
    if (fault) await new Promise((again) => setTimeout(again, 100));
    for (const page of pages) {
      done += await page.evaluate(async () => {
        const { chairs } = (/** @type {any} */ (window)).longroll.stage;
        const { actor, awaited } = await chairs.ask({ op: 'actor' });
        const own = (/** @type {any} */ (window)).longroll.store.state.seat;
        if (actor !== own && !(awaited ?? []).includes(own)) return 0;
        const { action } = await chairs.ask({ op: 'go', level: 'greedy' });
        await chairs.ask({ op: 'apply', action });
        return 1;
      }).catch((error) => { fault = error.message; return 0; });
    }
  }
  assert.equal(done, times, `decisions were taken; ${fault}`);
}

/** Whoever is asked decides until it is the other's turn. */
async function finishTurn(page, side) {
  for (let i = 0; i < 400; i += 1) {
    const { actor, awaited } = await page.evaluate(() => (/** @type {any} */ (window)).longroll.stage.chairs.ask({ op: 'actor' }));
    if (actor !== side && !(awaited ?? []).includes(side)) return;
    await decide([page], 1);
  }
  assert.fail(`${side} is still asked`);
}

/** He gives an address, and shows that it is his. */
async function takesMail(page, address, post, name) {
  await page.goto(`${address}/#/you/told`);
  const box = `${name}@army.example`;
  await page.locator('input[name=mail]').fill(box);
  await page.getByRole('button', { name: 'Use this address' }).click();
  const mail = await post.next(box, /Is this your address/);
  await page.goto(linkIn(mail, address));
  await page.getByText('The address is yours.').waitFor();
  return box;
}

/** The link in a mail: one of this house. */
function linkIn(mail, address) {
  const link = mail.text.match(/^http\S+$/m)?.[0] ?? '';
  assert.ok(link.startsWith(`${address}/#/`), `a link into the house: ${mail.text}`);
  return link;
}

/** His browser takes messages. Where they are sent is the test's own push service: a browser without one of its maker's has no other. */
async function takesPush(one, address, service) {
  const { page } = one;
  await page.context().grantPermissions(['notifications'], { origin: address });
  await page.addInitScript((made) => { PushManager.prototype.subscribe = async () => /** @type {any} */ ({ toJSON: () => made }); },
    service.subscription);
  await page.goto(`${address}/#/you/told`);
  await page.reload();
  await page.getByRole('button', { name: 'Tell me in this browser' }).click();
  await page.getByText('This browser will tell you.').waitFor();
}

/** What the service worker makes of a message, fed to it as the browser's maker would: the notification, and the page that it opens. */
async function fed(one, address, message) {
  const { page } = one;
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise((done) => cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find((r) => r.scopeURL === `${address}/`);
    if (ours) done(ours.registrationId);
  }));
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId: await registered, data: message.text });
  const [worker] = page.context().serviceWorkers();
  return worker.evaluate(async (body) => {
    const scope = /** @type {any} */ (self);
    let opened = '';
    scope.clients.openWindow = async (/** @type {string} */ url) => { opened = url; };
    let notification;
    for (let i = 0; !notification && i < 200; i += 1) {
      notification = (await scope.registration.getNotifications()).find((/** @type {any} */ n) => n.body === body);
      if (!notification) await new Promise((done) => setTimeout(done, 50));
    }
    /** @type {Promise<any>[]} */
    const waits = [];
    const click = new NotificationEvent('notificationclick', { notification });
    click.waitUntil = (/** @type {Promise<any>} */ work) => { waits.push(work); };
    scope.dispatchEvent(click);
    await Promise.all(waits);
    return opened;
  }, message.body);
}

export async function people(browser, said) {
  const clock = join(mkdtempSync(join(tmpdir(), 'longroll-clock-')), 'ahead');
  writeFileSync(clock, '0');
  const [post, service, port] = [await mailSink(), await pushService(), await freePort()];
  const address = `http://localhost:${port}`;
  const telling = { mail: `127.0.0.1:${post.port}`, security: 'none', from: 'Longroll <house@house.example>', nearby: 'true' };
  const set = [...Object.entries(telling).map(([name, value]) => `telling.${name}=${value}`), `address=${address}`];
  const server = await openTable(undefined, port, { program, web: join(here, '..'),
    more: ['--accounts', '--ahead', clock, ...set.flatMap((one) => ['--set', one])] });
  const table = { ...server, address };
  const director = await person(browser, table);
  await accessible(director.page, 'the entrance');
  await register(director.page, 'Halleck', false);
  const [grant, lee] = [await person(browser, table), await person(browser, table, { width: 390, height: 844 })];
  await register(grant.page, 'Grant');
  await register(lee.page, 'Lee');
  const box = await takesMail(grant.page, address, post, 'grant');
  await takesPush(lee, address, service);
  await accessible(lee.page, 'what one is told');
  await shot(lee.page, 'house-told');
  said('registered with passkeys; one has shown his address, the other takes messages in his browser');
  for (const { page } of [grant, lee]) await page.goto(`${address}/#/house`);
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
  // On a phone the clocks are in sight, and say what is offered; a touch opens the rest.
  await lee.page.locator('.clock-strip', { hasText: 'offers a draw' }).click();
  await lee.page.getByRole('button', { name: 'Agree' }).click();
  await grant.page.getByText('A draw, by agreement.').waitFor();
  said('a live game: found, played by the clock, talked over, drawn by agreement');
  // A game over days. Each is told of his turn where he is not looking, and the link opens the very decision.
  await lee.page.goto(`${table.address}/#/`);
  await grant.page.goto(`${table.address}/#/house`);
  await lookFor(grant.page, 2, 'Lee');
  const challenged = await service.next(/Grant challenges you/);
  assert.equal(await fed(lee, address, challenged), `${address}/#/house`);
  await grant.page.goto(`${table.address}/#/`);
  await lee.page.goto(`${table.address}/#/house`);
  const second = await accept(lee.page);
  await lee.page.goto(`${table.address}/#/`);
  const turn = await post.next(box, new RegExp(`Your turn against Lee[^]*${second}`));
  assert.match(turn.head, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
  await grant.page.goto(linkIn(turn, address));
  await grant.page.locator('.clocks .asked').first().waitFor({ timeout: 30_000 });
  await finishTurn(grant.page, 'union');
  const his = await service.next(/Your turn against Grant/);
  assert.equal(await fed(lee, address, his), `${address}/${second}`, 'a click on the notification opens the very decision');
  await lee.page.goto(`${address}/${second}`);
  await lee.page.locator('.clock-strip .asked').waitFor();
  await lee.page.locator('.ask.asked').waitFor();
  await shot(lee.page, 'house-table-phone');
  await grant.page.goto(`${table.address}/#/`);
  await finishTurn(lee.page, 'confederate');
  await post.next(box, new RegExp(`Your turn against Lee[^]*${second}`));
  said('a turn over days: told by mail and by push, opened from there');
  // The clock runs out; the other hears of it, and claims the game.
  await lee.page.goto(`${table.address}/#/`);
  writeFileSync(clock, String(9 * DAY));
  const lapsed = await service.next(/Grant has run out of time: you may claim/);
  assert.equal(await fed(lee, address, lapsed), `${address}/${second}`);
  await lee.page.goto(`${address}/${second}`);
  await lee.page.locator('.clock-strip').click();
  await lee.page.getByRole('button', { name: /Claim the game/ }).click();
  await lee.page.getByText(/ran out of time/).first().waitFor();
  await post.next(box, /Grant ran out of time/);
  said('his clock ran out: the other was told, and claimed it');
  await grant.page.goto(`${table.address}/#/player/Lee`);
  await grant.page.locator('.ratings .figure').waitFor();
  assert.ok(Number.parseInt(await grant.page.locator('.ratings .figure').innerText(), 10) > 1500, 'who won is rated higher');
  await accessible(grant.page, 'a player');
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
  assert.equal(linkIn(await post.next(box, /The spring cup: round 1 is paired/), address), `${address}/${cup}`);
  await director.page.getByLabel('Decide this game').selectOption('union');
  await director.page.getByRole('button', { name: 'Decide: the Union wins' }).click();
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
  post.close();
  service.close();
  said('a tournament, and back in with a passkey');
}
