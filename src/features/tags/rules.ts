/** Colours a tag may have: the hues of the design without red, which is for what is late, failed or destructive. */
export const tagColours = ['blue', 'indigo', 'cyan', 'green', 'amber', 'orange', 'pink', 'violet', 'moss'] as const
export type TagColour = (typeof tagColours)[number]

/** Characters that a tag's name may have, as a person counts them. */
export const LONGEST_NAME = 60
/** A deleted tag can be taken back for so long. */
export const RESTORE_MS = 10 * 60_000

/** Whether a deletion can still be taken back. */
export const isRestorable = (deletedAt: string, now: Date): boolean =>
  now.getTime() < Date.parse(deletedAt) + RESTORE_MS

/** The leads of a merged tag begin to move after so long: until then the merge can be taken back. */
export const MERGE_REST_MS = 15_000

/** When the leads of a tag that was merged then begin to move. */
export const mergeStart = (mergedAt: string | null): Date => new Date(Date.parse(mergedAt ?? '') + MERGE_REST_MS || 0)

// Control characters and what turns the direction of text around would change how everything beside the name is read.
const invisible = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** A name as it is kept: one line, single spaces, composed letters, nothing that cannot be seen. */
export const cleanName = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(invisible, '').normalize('NFC').trim()

/** What is wrong with a clean name, as the end of a sentence; `null` when nothing is. */
export function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return 'must have at least one letter, digit or symbol'
  return [...name].length > LONGEST_NAME ? `must be at most ${LONGEST_NAME} characters` : null
}

/** Whether two names are the same to a person who looks for one. */
export const isSameName = (one: string, other: string): boolean =>
  cleanName(one).toLowerCase() === cleanName(other).toLowerCase()

/** Whose tag it is: an agent's, or (`null`) everybody's. */
export interface OwnedTag {
  agent_id: number | null
}

/** Whether somebody may rename, recolour and delete a tag: their own, and administrators every one. */
export const mayChangeTag = (viewer: { agent_id: number | null; isAdmin: boolean }, tag: OwnedTag): boolean =>
  viewer.isAdmin || (tag.agent_id !== null && tag.agent_id === viewer.agent_id)

/** Why a tag's leads cannot go to another tag, in a sentence; `null` when they can. */
export function whyNotMerge(from: OwnedTag & { id: number }, into: OwnedTag & { id: number }): string | null {
  if (from.id === into.id) return 'A tag cannot be merged into itself.'
  if (into.agent_id !== null && into.agent_id !== from.agent_id)
    return 'This tag belongs to another agent. Make it a default tag first.'
  return null
}

/** How many of the chosen leads have a tag, as a checkbox shows it. */
export const shareOf = (leads: number, total: number): 'all' | 'some' | 'none' =>
  leads === 0 ? 'none' : leads >= total ? 'all' : 'some'
