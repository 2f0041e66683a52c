// The service worker. It keeps nothing but the page that shows without a connection, with its sheet and drawing: what
// shows a game always comes from the server. What it has to know stands in SHELL, which the server writes above.
"use strict";

const KEPT = `opolyx-${SHELL.version}`;

// A new release takes over at once, also in open pages. It can: no page was made of anything that is kept here.
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL.files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("opolyx-") && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  const file = request.url.replace(self.location.origin, "");
  if (request.mode === "navigate") event.respondWith(page(request, preloadResponse));
  else if (SHELL.files.includes(file)) event.respondWith(fetch(request).catch(() => kept(file)));
});

async function page(request, preloaded) {
  try {
    return (await preloaded) || (await fetch(request));
  } catch {
    return kept(SHELL.files[0]);
  }
}

async function kept(file) {
  return (await (await caches.open(KEPT)).match(file)) || Response.error();
}

// "Your turn". Nothing is shown to somebody who is looking at that table, but where a browser takes back the leave of
// whoever shows nothing.
const INSISTS = /AppleWebKit/.test(navigator.userAgent) && !/Chrome\//.test(navigator.userAgent);

self.addEventListener("push", (event) => {
  const note = event.data?.json();
  if (note) event.waitUntil(show(note));
});

async function show({ title, body, url, tag, lang, dir }) {
  if (!INSISTS && (await pages(url)).some((one) => one.visibilityState === "visible")) return;
  await self.registration.showNotification(title, {
    body, tag, lang, dir, data: url, renotify: true, icon: SHELL.icon, badge: SHELL.badge,
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [open] = await pages(event.notification.data);
    await (open ? open.focus() : self.clients.openWindow(event.notification.data));
  })());
});

async function pages(path) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((one) => new URL(one.url).pathname === path);
}
