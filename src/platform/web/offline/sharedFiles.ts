/** Takes the contacts that another app shared with this one (kept by the service worker), once. */
export async function claimSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open('shared-contacts')
  const stored = await cache.match('/shared-contacts')
  if (!stored) return null
  await cache.delete('/shared-contacts')
  const name = decodeURIComponent(stored.headers.get('x-file-name') ?? 'contacts.vcf')
  return new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' })
}
