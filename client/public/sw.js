// Caches the shell, so that the app opens at once, also while the server is down. It caches nothing of any table.
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

/** Stores a page. If it is from a new build, the assets of the old one are deleted. */
async function store(cache, key, answer) {
  const [before, now] = [await cache.match(key), answer.clone()];
  if (before && (await before.text()) !== (await now.text())) {
    for (const old of await cache.keys()) if (new URL(old.url).pathname.startsWith("/assets/")) await cache.delete(old);
  }
  await cache.put(key, answer);
}

const isPage = (answer) => (answer.headers.get("content-type") ?? "").startsWith("text/html");

async function networkFirst(request, key) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    // A proxy that cannot reach the server sends an error. The cached page waits for the server by itself.
    if (answer.status >= 500) return (await cache.match(key)) ?? answer;
    if (answer.ok && isPage(answer)) await store(cache, key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function cacheFirst(request) {
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
  if (request.mode === "navigate") event.respondWith(networkFirst(request, "/"));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(cacheFirst(request));
});
