// Keeps the shell at hand, so that the app opens at once and also when only the server on this device can be reached.
const SHELL = "tilora-shell-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", "/icon.svg", "/manifest.webmanifest"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== SHELL).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))));
  self.clients.claim();
});

/** A new build has files of other names: those of the one before are not needed any more. */
async function keep(cache, key, answer) {
  const [before, now] = [await cache.match(key), answer.clone()];
  if (before && (await before.text()) !== (await now.text())) {
    for (const old of await cache.keys()) if (new URL(old.url).pathname.startsWith("/assets/")) await cache.delete(old);
  }
  await cache.put(key, answer);
}

const isPage = (answer) => (answer.headers.get("content-type") ?? "").startsWith("text/html");

async function fresh(request, key) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    // What a proxy says while the server is away is no page: the one that is kept waits for the server by itself.
    if (answer.status >= 500) return (await cache.match(key)) ?? answer;
    if (answer.ok && isPage(answer)) await keep(cache, key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function lasting(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(lasting(request));
});
