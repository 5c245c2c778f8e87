import { isOfThisPerson } from '../owner.ts'
import { storage } from '../storage.ts'

const PREFIX = 'draft:'
/** Nobody comes back to a draft after that. */
export const DRAFT_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** Where a person's draft is kept. */
export const draftKey = (owner: string, name: string): string => `${PREFIX}${owner}:${name}`

const ownDrafts = () => storage.keys(PREFIX).filter(key => isOfThisPerson(key.split(':')[1] ?? ''))

/** How many drafts of the person wait in this browser. */
export const draftCount = (): number => ownDrafts().length

/** Forgets every draft of the person (logout). */
export function clearDrafts(): void {
  for (const key of ownDrafts()) storage.remove(key)
}

/** Forgets drafts that nobody came back to. */
export function purgeOldDrafts(): void {
  for (const key of storage.keys(PREFIX)) if (storage.read(key, DRAFT_AGE_MS) === null) storage.remove(key)
}
