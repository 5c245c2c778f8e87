import { fullName } from '../leads/rules.ts'
import { MAX_PINS, type PinnedLead } from './contract.ts'

/** What is said to a person who has pinned as many leads as they may. */
export const tooManyPins = `You have pinned ${MAX_PINS} leads. Unpin one first.`

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** By first and last name, so that each lead stays where one found it before, and comes back there after Undo. */
export const inOrder = (leads: readonly PinnedLead[]): PinnedLead[] =>
  leads.toSorted(
    (one, other) =>
      collator.compare(one.first_name, other.first_name) ||
      collator.compare(one.last_name, other.last_name) ||
      one.id - other.id,
  )

/** How a pinned lead is called where it is listed. */
export const nameOf = (lead: Pick<PinnedLead, 'first_name' | 'last_name'>): string => fullName(lead) || 'No name'
