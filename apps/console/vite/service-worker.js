// Keeps the files under /assets/, whose names change with their content, so that the console opens at once on a slow line.
// Nothing else goes through here: no page, no call, no stream. The build puts its own mark in the place of BUILD.
const OURS = 'assets-'
const kept = `${OURS}BUILD`
// Pages of the build before may still be open, and fetch more of it.
const BUILDS_KEPT = 2

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forgetOldBuilds()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith('/assets/')) return
  if (!request.headers.has('range')) event.respondWith(answer(request))
})

async function answer(request) {
  const known = await caches.match(request)
  if (known) return known
  const reply = await fetch(request)
  if (reply.status === 200) await keep(request, reply.clone())
  return reply
}

async function keep(request, reply) {
  try {
    const cache = await caches.open(kept)
    await cache.put(request, reply)
  } catch {
    // The browser has no room: the file came all the same.
  }
}

async function forgetOldBuilds() {
  await caches.open(kept)
  const builds = (await caches.keys()).filter((name) => name.startsWith(OURS))
  const old = builds.filter((name) => name !== kept).slice(0, -(BUILDS_KEPT - 1))
  await Promise.all(old.map((name) => caches.delete(name)))
}
