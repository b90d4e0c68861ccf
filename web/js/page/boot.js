// What a page that is its own house does when it opens: it asks that nothing be thrown away, and minds its own new versions.

import { busy } from '../line/page.js';
import { notice } from './notice.js';

/** How long nothing must have been fetched before the page is kept for a time without a network, and before the boards are. */
const QUIET = 4_000;
const BUSY = 15_000;
/** How often that is looked at. */
const LOOK = 500;

/** Waits until nothing has been fetched for so long: a slow line is not shared with what is only for later. @param {number} ms */
async function quiet(ms) {
  let last = performance.now();
  const watcher = new PerformanceObserver(() => { last = performance.now(); });
  watcher.observe({ type: 'resource' });
  while (performance.now() - last < ms) {
    await new Promise((done) => { setTimeout(done, LOOK); });
    if (busy() || [...document.images].some((image) => !image.complete && image.loading !== 'lazy')) last = performance.now();
  }
  watcher.disconnect();
}

/** @param {ServiceWorker} fresh */
function offer(fresh) {
  notice('version', 'There is a new version of this page. Games go on where they are.', {
    label: 'Take it',
    does: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      fresh.postMessage('take over');
    },
  });
}

async function watch() {
  const first = !navigator.serviceWorker.controller;
  const watchman = await navigator.serviceWorker.register('watchman.js');
  if (watchman.waiting && !first) offer(watchman.waiting);
  watchman.addEventListener('updatefound', () => {
    const fresh = watchman.installing;
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'installed' && navigator.serviceWorker.controller) offer(fresh);
    });
  });
  await quiet(BUSY);
  (await navigator.serviceWorker.ready).active?.postMessage('fetch all');
}

// Neither is there in a private window or without a safe connection: then the page works as long as it is open.
if ('serviceWorker' in navigator) {
  const begin = navigator.serviceWorker.controller ? Promise.resolve() : quiet(QUIET);
  begin.then(watch).catch((error) => console.warn('no copy for a time without a network:', error.message));
}
navigator.storage?.persist?.().catch(() => {});
