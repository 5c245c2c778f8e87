import { useSyncExternalStore } from 'react'

/** What is under way with a tag; each shows it while it lasts. */
export type TagAction = 'adding' | 'removing' | 'deleting'

let actions: ReadonlyMap<string, TagAction> = new Map()
const watchers = new Set<() => void>()

function set(key: string, action: TagAction | null): void {
  const next = new Map(actions)
  if (action) next.set(key, action)
  else next.delete(key)
  actions = next
  for (const watcher of watchers) watcher()
}

/** One tag on one lead; without a lead, the tag itself. */
export const pendingKey = (tag: number, lead: number | null = null): string => `${lead ?? 'tag'}:${tag}`

/** Marks a tag while the work lasts. */
export async function whilePending<Result>(
  key: string,
  action: TagAction,
  work: () => Promise<Result>,
): Promise<Result> {
  set(key, action)
  try {
    return await work()
  } finally {
    set(key, null)
  }
}

/** What is under way, by `pendingKey`. */
export const usePendingTags = (): ReadonlyMap<string, TagAction> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => actions,
  )
