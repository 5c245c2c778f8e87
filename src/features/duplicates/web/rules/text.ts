import { fullName } from '../../../leads/rules.ts'
import type { DuplicateSide, MergeChoice } from '../../contract.ts'

/** What a lead is called where it has no name. */
export const sideName = (lead: Pick<DuplicateSide, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>): string =>
  fullName(lead) || (lead.email ?? lead.phone ?? `Lead ${lead.id}`)

/** The two leads of `?compare=12,34`; `null` when the address says something else. */
export function comparedIds(text: unknown): [lead: number, other: number] | null {
  const [, lead, other] = /^(\d{1,9}),(\d{1,9})$/.exec(typeof text === 'string' ? text : '') ?? []
  return lead && other && lead !== other ? [Number(lead), Number(other)] : null
}

/** The same choices once the two leads have changed places. */
export const swapped = (choices: Record<string, MergeChoice>): Record<string, MergeChoice> =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => [
      field,
      choice === 'both' ? 'both' : choice === 'this' ? 'other' : 'this',
    ]),
  )

/** What an undo left alone, in a sentence; empty when it left nothing. */
export const keptText = (kept: readonly string[]): string =>
  kept.length === 0 ? '' : `Changed since, so not restored: ${kept.join(', ')}.`
