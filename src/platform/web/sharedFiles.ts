/** Takes the contacts that another app shared with this one (kept by the service worker), once. */
export async function takeSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open('shared-contacts')
  const kept = await cache.match('/shared-contacts')
  if (!kept) return null
  await cache.delete('/shared-contacts')
  const name = decodeURIComponent(kept.headers.get('x-file-name') ?? 'contacts.vcf')
  return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' })
}
