import type { PooledLead } from '../../contract.ts'

/** What of the newest lead of the pool tells it from others. */
export type Newest = Pick<PooledLead, 'id' | 'pooled_at'> | null

/**
 * Whether a lead landed in the pool since it was last looked at: the newest one is another, and came later. One that was claimed
 * uncovers an older one, which is no news.
 */
export const hasLanded = (before: Newest, now: Newest): boolean =>
  now !== null && now.id !== before?.id && (before === null || now.pooled_at > before.pooled_at)
