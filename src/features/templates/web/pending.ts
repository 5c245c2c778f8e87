import { useSyncExternalStore } from 'react'
import type { Template } from '../contract.ts'

/** A template that is on its way to the server; in the list it stands as `new_1`, with a ring. */
export interface NewTemplate extends Omit<Template, 'id'> {
  id: `new_${number}`
}

/** What is under way. */
interface Pending {
  adding: readonly NewTemplate[]
  /** Ids of templates whose change is being saved. */
  saving: ReadonlySet<number>
}

let pending: Pending = { adding: [], saving: new Set() }
let lastNew = 0
const watchers = new Set<() => void>()

function set(next: Partial<Pending>): void {
  pending = { ...pending, ...next }
  for (const watcher of watchers) watcher()
}

/** Shows a template that is being added, as long as the work lasts. */
export async function whileAdding<Result>(
  template: Omit<NewTemplate, 'id'>,
  work: () => Promise<Result>,
): Promise<Result> {
  lastNew += 1
  const entry: NewTemplate = { ...template, id: `new_${lastNew}` }
  set({ adding: [...pending.adding, entry] })
  try {
    return await work()
  } finally {
    set({ adding: pending.adding.filter(({ id }) => id !== entry.id) })
  }
}

/** Marks a template as being saved, as long as the work lasts. */
export async function whileSaving<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  set({ saving: new Set([...pending.saving, id]) })
  try {
    return await work()
  } finally {
    set({ saving: new Set([...pending.saving].filter(other => other !== id)) })
  }
}

/** What is under way with templates. */
export const usePendingTemplates = (): Pending =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => pending,
  )
