import { clearDrafts } from './draftStore.ts'
import { queryClient } from './queryClient.ts'
import { forgetVisits } from './recent.ts'

/** Caches that the service worker fills: answers by version, and contacts that another app shared. */
const KNOWN = /^(data|shared-contacts)/

/** What the service worker keeps for windows without a network. */
async function forgetKnownData(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter(name => KNOWN.test(name)).map(name => caches.delete(name)))
}

/** Forgets answers that other versions of the product kept. */
export async function forgetOtherVersions(version: string): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  const others = names.filter(name => name.startsWith('data') && name !== `data-${version}`)
  await Promise.all(others.map(name => caches.delete(name)))
}

/** Forgets whatever this device knows of the person's work (logout). */
export async function forgetEverything(): Promise<void> {
  queryClient.clear()
  clearDrafts()
  forgetVisits()
  await forgetKnownData()
}
