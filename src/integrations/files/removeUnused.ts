import type { FileStore } from './store.ts'

/** Removes the files that nobody has written to since a moment, and that nothing names: `inUse` says which of them something does. */
export async function removeUnused(
  store: FileStore,
  since: Date,
  inUse: (files: readonly string[]) => Promise<Iterable<string>>,
): Promise<void> {
  const used = new Set(await inUse(await store.untouchedSince(since)))
  // Asked again: one that was stored anew meanwhile is new, and whatever names it is on its way.
  for (const name of await store.untouchedSince(since)) if (!used.has(name)) await store.remove(name)
}
