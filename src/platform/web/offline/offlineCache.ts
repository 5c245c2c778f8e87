import { queryClient } from '../calls/queryClient.ts'
import { clearUploads } from '../calls/uploads/uploadMemory.ts'
import { clearDrafts } from '../forms/draftStore.ts'
import { clearVisits } from '../page/recent.ts'

/** Caches that the service worker fills: answers by version, and contacts that another app shared. */
const KNOWN = /^(data|shared-contacts)/

/** Removes the answers that the service worker stores for windows without a network. */
export async function purgeCachedAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter(name => KNOWN.test(name)).map(name => caches.delete(name)))
}

/** Removes what was read of the person's work when their session ends. What they typed stays on this device, for them alone. */
export async function purgeReadData(): Promise<void> {
  clearVisits()
  await purgeCachedAnswers()
}

/** Forgets answers that other versions of the product kept. */
export async function purgeOtherVersions(version: string): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  const others = names.filter(name => name.startsWith('data') && name !== `data-${version}`)
  await Promise.all(others.map(name => caches.delete(name)))
}

/** Forgets whatever this device knows of the person's work (logout). */
export async function purgeEverything(): Promise<void> {
  queryClient.clear()
  clearDrafts()
  clearUploads()
  await purgeReadData()
}
