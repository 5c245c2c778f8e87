// Runs inside the service worker: shows notifications that the server pushes, reports what became of them, and opens what they are about.
const report = (token, step) =>
  fetch('/crm/hooks/push/receipt', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, step }),
    keepalive: true,
  }).catch(() => undefined)

self.addEventListener('push', event => {
  let message = {}
  try {
    message = event.data ? event.data.json() : {}
  } catch {
    // Each push must show something: browsers take the permission back otherwise.
  }
  const { id, title = 'Keyturn', body = '', path = '/notifications', receipt } = message
  const shown = self.registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    tag: `notification-${id}`,
    data: { path, receipt },
  })
  event.waitUntil(Promise.all([shown, receipt ? report(receipt, 'delivered') : null]))
})

self.addEventListener('notificationclick', event => {
  const { path = '/notifications', receipt } = event.notification.data ?? {}
  event.notification.close()
  const target = new URL(path, self.location.origin)
  const isHere = target.origin === self.location.origin
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const [first] = windows
    if (!isHere) return
    if (!first) return self.clients.openWindow(target.href)
    await first.focus()
    // The page goes there itself, so that nothing that was typed is lost.
    first.postMessage({ kind: 'open-notification', path })
  }
  event.waitUntil(Promise.all([open(), receipt ? report(receipt, 'opened') : null]))
})

self.addEventListener('notificationclose', event => {
  const { receipt } = event.notification.data ?? {}
  if (receipt) event.waitUntil(report(receipt, 'seen'))
})
