import { CLIENT_STATUS } from '../../leads/rules.ts'
import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'

/** What a first follow-up can be, by the type of milestone. */
const followUpTypes = {
  [milestoneType.call]: 'Call',
  [milestoneType.text]: 'Text',
  [milestoneType.email]: 'Email',
  [milestoneType.htmlEmail]: 'Email',
} as const
type FollowUp = (typeof followUpTypes)[keyof typeof followUpTypes]

const names: Readonly<Record<number, FollowUp | undefined>> = followUpTypes

/** The name of a follow-up by its type of milestone; `null` for none. */
export const followUpName = (typeId: number | null): FollowUp | null =>
  typeId === null ? null : (names[typeId] ?? null)

const optionNamed = (typeId: number, name: string): number | undefined =>
  milestoneTypeOf(typeId)?.options.find(option => option.name === name)?.id

const received: ReadonlySet<number | undefined> = new Set([
  optionNamed(milestoneType.text, 'Received'),
  optionNamed(milestoneType.email, 'Received'),
])
const answeredCall = optionNamed(milestoneType.call, 'Connected')
const bookedShowing = optionNamed(milestoneType.showing, 'Booked')

interface Happened {
  milestone_type_id: number
  milestone_option_id: number | null
}

/** What something on the timeline of a claimed lead means for its claim. */
export interface ClaimProgress {
  /** Somebody called, texted or wrote. What the lead sends is none. */
  followedUp: boolean
  /** They were in touch: the call was answered, or the lead wrote. */
  connected: boolean
  showing: boolean
}

/** What a milestone means for a claim of its lead; `null` when nothing. */
export function progressOf({ milestone_type_id, milestone_option_id }: Happened): ClaimProgress | null {
  const option = milestone_option_id ?? undefined
  const isReceived = option !== undefined && received.has(option)
  const progress = {
    followedUp: followUpName(milestone_type_id) !== null && !isReceived,
    connected: isReceived || (option !== undefined && option === answeredCall),
    showing: option !== undefined && option === bookedShowing,
  }
  return Object.values(progress).some(Boolean) ? progress : null
}

/** From this status on, agent and lead have been in touch. */
const CONNECTED_STATUS = 3

/** What a new status means for the claim of a lead. */
export const progressOfStatus = (status: number) => ({
  connected: status >= CONNECTED_STATUS,
  converted: status >= CLIENT_STATUS,
})
