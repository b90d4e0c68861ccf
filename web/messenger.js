// The service worker of a house: it shows what the house has to tell, also when no page is open, and opens the very decision.

/** What a message says; nothing if it is none of ours. */
function read(data) {
  try {
    const { title, body, link, tag } = data.json();
    return { title: String(title), body: String(body), link: String(link), tag: String(tag) };
  } catch {
    return null;
  }
}

/** The page that a message is about: one of this house's own, whatever it says. */
const pageOf = (link) => new URL(link.startsWith('#/') ? link : '#/house', self.registration.scope).href;

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil((async () => {
  const told = event.data && read(event.data);
  if (!told) return;
  // Whoever looks at that very page sees it himself.
  if ((await windows()).some((page) => page.focused && page.url === pageOf(told.link))) return;
  await self.registration.showNotification(told.title, { body: told.body, tag: told.tag, icon: 'icon.svg', data: { link: told.link } });
})()));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const page = pageOf(event.notification.data?.link ?? '');
    const open = (await windows()).find((one) => one.url === page);
    await (open ? open.focus() : self.clients.openWindow(page));
  })());
});

// A browser that changes its address tells us the new one.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil((async () => {
  const { oldSubscription } = event;
  const fresh = event.newSubscription ?? (oldSubscription && await self.registration.pushManager.subscribe(oldSubscription.options));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const post = (what, body) => fetch(`api/house/${what}`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body) });
  if (oldSubscription) await post('unsubscribe', { endpoint: oldSubscription.endpoint });
  await post('subscribe', { endpoint, ...keys });
})()));
