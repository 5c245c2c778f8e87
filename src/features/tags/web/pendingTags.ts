import { useSyncExternalStore } from 'react'

/** What is under way with a tag; each shows it while it lasts. */
export type TagAct = 'adding' | 'removing' | 'deleting'

let acts: ReadonlyMap<string, TagAct> = new Map()
const watchers = new Set<() => void>()

function set(key: string, act: TagAct | null): void {
  const next = new Map(acts)
  if (act) next.set(key, act)
  else next.delete(key)
  acts = next
  for (const watcher of watchers) watcher()
}

/** One tag on one lead; without a lead, the tag itself. */
export const pendingKey = (tag: number, lead: number | null = null): string => `${lead ?? 'tag'}:${tag}`

/** Marks a tag while the work lasts. */
export async function whilePending<Result>(key: string, act: TagAct, work: () => Promise<Result>): Promise<Result> {
  set(key, act)
  try {
    return await work()
  } finally {
    set(key, null)
  }
}

/** What is under way, by `pendingKey`. */
export const usePendingTags = (): ReadonlyMap<string, TagAct> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => acts,
  )
