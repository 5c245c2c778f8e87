// Runs inside the service worker: keeps contacts that another app shared, until the import screen takes them.
self.addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'POST' || url.pathname !== '/imports/share') return
  event.respondWith(
    (async () => {
      const form = await event.request.formData()
      const file = form.get('contacts')
      if (file instanceof File) {
        const cache = await caches.open('shared-contacts')
        const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
        await cache.put('/shared-contacts', new Response(file, { headers }))
      }
      return Response.redirect('/imports?shared=true', 303)
    })(),
  )
})
