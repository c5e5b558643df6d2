// Offline after the first visit: every file of the page, as the build lists them, is kept. VERSION changes with their contents.
const version = "@VERSION@";
const files = /* @FILES@ */ [];

addEventListener("install", (event) =>
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))).then(() => skipWaiting())),
);
addEventListener("activate", (event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)))).then(() => clients.claim()),
  ),
);
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(version).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((found) => found ?? fetch(event.request)));
});
