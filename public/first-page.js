// Runs inside the service worker: a new version keeps the page that names its own files, so that the app opens without a
// network from then on.
self.addEventListener('install', event => {
  event.waitUntil(
    (async () => {
      const page = await fetch('/', { cache: 'reload', credentials: 'same-origin' })
      if (!page.ok) return
      const cache = await caches.open('page')
      await cache.put('/', page)
    })().catch(() => undefined),
  )
})
