// What a page that is its own house does when it opens: it asks that nothing be thrown away, and minds its own new versions.

import { notice } from './notice.js';

/** How long the page has other things to do before it is kept for a time without a network, and before the boards are fetched for it. */
const FIRST = 4_000;
const BUSY = 15_000;

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
  setTimeout(() => navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('fetch all')), BUSY);
}

// Neither is there in a private window or without a safe connection: then the page works as long as it is open.
if ('serviceWorker' in navigator) {
  const begin = () => watch().catch((error) => console.warn('no copy for a time without a network:', error.message));
  setTimeout(begin, navigator.serviceWorker.controller ? 0 : FIRST);
}
navigator.storage?.persist?.().catch(() => {});
