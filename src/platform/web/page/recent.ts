import { resembles, storage } from '../storage.ts'

/** A record that the person opened, as the palette offers it again. */
export interface Visit {
  /** Address inside the CRM. */
  path: string
  title: string
}

const PREFIX = 'recent:'
const MAX_RECENT = 8

/** What somebody opened last, newest first. */
export function recentVisits(userId: number): readonly Visit[] {
  const stored = storage.read(`${PREFIX}${userId}`)
  return Array.isArray(stored) ? stored.filter(visit => resembles<Visit>(visit, { path: '', title: '' })) : []
}

/** Puts a record at the head of what somebody opened. */
export function rememberVisit(userId: number, visit: Visit): void {
  const others = recentVisits(userId).filter(({ path }) => path !== visit.path)
  storage.write(`${PREFIX}${userId}`, [visit, ...others].slice(0, MAX_RECENT))
}

/** Forgets what anybody opened in this browser: names of people do not stay after logout. */
export function clearVisits(): void {
  for (const key of storage.keys(PREFIX)) storage.remove(key)
}
