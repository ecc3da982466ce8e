/**
 * The site's service worker. It keeps one thing, the page for when there is no network, and answers one
 * kind of request, a navigation that failed. Pages are never cached: whether somebody is logged in is never
 * shown as it was (SHELL-47).
 */
const CACHE = "offline-2"
const OFFLINE_PAGE = "/offline.html"

const keepOfflinePage = async () => {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(OFFLINE_PAGE, { cache: "reload" }))
  await self.skipWaiting()
}

const dropFormer = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

const fromNetwork = async (request) => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(OFFLINE_PAGE)
    if (kept === undefined) throw error
    return kept
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage()))
self.addEventListener("activate", (event) => event.waitUntil(dropFormer()))
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fromNetwork(event.request))
})
