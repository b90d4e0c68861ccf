// The service worker: what the site consists of is kept by the browser, so that it works without a network. `longroll site` writes above
// this which files there are (`post`). A new version is fetched whole before it is offered, and takes over when the player says so.

const { version, first, later } = self.post;
const NAME = `longroll-${version}`;
const all = new Set([...first, ...later]);

/** The name of a file of the site, without what follows a question mark. */
function nameOf(request) {
  const { origin, pathname } = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = pathname.slice(scope.pathname.length) || 'index.html';
  return all.has(name) ? name : null;
}

/** From the browser's own copy; from the network, and kept, if there is none. */
async function found(name) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(name);
  if (kept) return kept;
  const fresh = await fetch(name, { cache: 'no-cache' });
  if (fresh.ok) await cache.put(name, fresh.clone()).catch(() => {});
  return fresh;
}

self.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(first.map((name) => new Request(name, { cache: 'no-cache' })));
})()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith('longroll-') && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (name) event.respondWith(found(name));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
  // The boards, one after the other, when the page has nothing else to do.
  if (data === 'fetch all') void later.reduce((before, name) => before.then(() => found(name)).catch(() => {}), Promise.resolve());
});
