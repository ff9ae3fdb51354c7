// Shows the offline page where a page cannot be loaded. It stores that page and its files, the same for everybody, and nothing else: no
// other page, no answer of a call. It keeps no state outside its cache, so a browser may end it at any moment. The server writes the two
// values below (`worker.ts`); another version of a stored file makes another script, which browsers take up with the next page.
const VERSION = '__VERSION__'
/** Path of each stored file, and the path from which it is fetched. */
const FILES = '__FILES__'
const PAGE = '/offline/index.html'

addEventListener('install', (event) => {
  event.waitUntil(storeFiles())
  skipWaiting()
})

addEventListener('activate', (event) => event.waitUntil(takeOver()))

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method !== 'GET') return
  const { origin, pathname } = new URL(url)
  // Who leads to a file or a call is the browser's to tell the server, and a request of the worker would hide it.
  if (/^\/(?:api|uploads)\//.test(pathname)) return
  if (mode === 'navigate') event.respondWith(answerOr(PAGE, event))
  else if (origin === location.origin && Object.hasOwn(FILES, pathname)) event.respondWith(answerOr(pathname, event))
})

/** A failed download leaves the former version in its place. */
async function storeFiles() {
  const cache = await caches.open(VERSION)
  const store = async ([path, source]) => {
    const answer = await fetch(source, { credentials: 'omit' })
    if (!answer.ok) throw new Error(`${source}: ${answer.status}`)
    await cache.put(path, answer)
  }
  await Promise.all(Object.entries(FILES).map(store))
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name)
  // The browser requests a page while the worker starts.
  await registration.navigationPreload?.enable()
}

/** The server's answer, whatever it is; the stored file where none comes. */
async function answerOr(path, { request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const stored = await caches.match(path)
    if (stored === undefined) throw error
    return stored
  }
}
