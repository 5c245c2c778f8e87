interface TypeOfMilestone {
  id: number
  name: string
  options: readonly { id: number; name: string }[]
  /** A person may write it; the others are written by the product beside the thing they record. */
  byHand: boolean
  /** It means that somebody was in touch with the lead. */
  contact: boolean
}

const type = (id: number, name: string, options: string[] = [], kind: 'hand' | 'system' = 'system', contact = false) =>
  ({
    id,
    name,
    options: options.map((option, index) => ({ id: id * 100 + index + 1, name: option })),
    byHand: kind === 'hand',
    contact,
  }) satisfies TypeOfMilestone

/** What can happen on a lead's timeline. An option's id is the type's id times 100, plus its place. */
export const milestoneTypes: readonly TypeOfMilestone[] = [
  type(1, 'Call', ['Connected', 'No answer', 'Left voicemail', 'Busy', 'Wrong number'], 'hand', true),
  type(2, 'Text', ['Sent', 'Received'], 'hand', true),
  type(3, 'Email', ['Sent', 'Received'], 'hand', true),
  type(4, 'HTML Email', [], 'system', true),
  type(5, 'Marketing Email', ['Sent', 'Opened', 'Clicked', 'Bounced', 'Unsubscribed']),
  type(6, 'Meeting', ['In person', 'Video', 'Coffee'], 'hand', true),
  type(7, 'Showing', ['Booked', 'Confirmed', 'Completed', 'Cancelled'], 'hand', true),
  type(8, 'Viewing Request Submitted'),
  type(9, 'Offer Submitted', [], 'hand', true),
  type(10, 'Offer Accepted', [], 'hand', true),
  type(11, 'Offer Rejected', [], 'hand', true),
  type(12, 'Listing Alert Sent'),
  type(13, 'Building Alert Sent'),
  type(14, 'Property Viewed'),
  type(15, 'Favourite Added'),
  type(16, 'Signed Up'),
  type(17, 'Back to Site'),
  type(18, 'Status Changed'),
  type(19, 'Agent Changed'),
  type(20, 'Progress Update', [], 'hand'),
  type(21, 'Campaign Started'),
  type(22, 'Campaign Stopped'),
  type(23, 'Deal Opened'),
  type(24, 'Deal Closed'),
  type(25, 'Consent Changed'),
  type(26, 'Happy Hour Claim'),
  type(27, 'Tag Changed'),
  type(28, 'Sell Request Submitted'),
  type(29, 'Pre-construction Form Submitted'),
  type(30, 'Lead Merged'),
]

/** The types as calls answer them. */
export const answeredTypes = milestoneTypes.map(({ id, name, options, byHand }) => ({
  id,
  name,
  options: [...options],
  creatable: byHand,
}))

/** The ids of the types, by the names that code uses. */
export const milestoneType = {
  call: 1,
  text: 2,
  email: 3,
  htmlEmail: 4,
  marketingEmail: 5,
  meeting: 6,
  showing: 7,
  viewingRequest: 8,
  offerSubmitted: 9,
  offerAccepted: 10,
  offerRejected: 11,
  listingAlert: 12,
  buildingAlert: 13,
  propertyViewed: 14,
  favourite: 15,
  signedUp: 16,
  backToSite: 17,
  statusChanged: 18,
  agentChanged: 19,
  progress: 20,
  campaignStarted: 21,
  campaignStopped: 22,
  dealOpened: 23,
  dealClosed: 24,
  consentChanged: 25,
  happyHourClaim: 26,
  tagChanged: 27,
  sellRequest: 28,
  preconForm: 29,
  leadMerged: 30,
} as const

/** The type that the milestone modal opens with. */
export const DEFAULT_MILESTONE_TYPE = milestoneType.progress

/** A type by its id. */
export const milestoneTypeOf = (id: number): TypeOfMilestone | null =>
  milestoneTypes.find(candidate => candidate.id === id) ?? null

/** What a new milestone says of its lead, beside being on the timeline. */
export interface MilestoneSignal {
  /** The lead did something, at the time of the milestone. */
  active?: true
  /** Somebody was in touch with the lead. */
  contacted?: true
  request?: 'viewing' | 'offer' | 'sell'
}

const signals: Readonly<Record<number, MilestoneSignal>> = {
  [milestoneType.viewingRequest]: { active: true, request: 'viewing' },
  [milestoneType.offerSubmitted]: { request: 'offer' },
  [milestoneType.propertyViewed]: { active: true },
  [milestoneType.favourite]: { active: true },
  [milestoneType.backToSite]: { active: true },
  [milestoneType.sellRequest]: { active: true, request: 'sell' },
  [milestoneType.preconForm]: { active: true },
}

/** What a milestone of this type says of its lead; `null` for those that say nothing. */
export function signalOf(typeId: number): MilestoneSignal | null {
  const signal = signals[typeId] ?? null
  return milestoneTypeOf(typeId)?.contact ? { ...signal, contacted: true } : signal
}

/** Model types that mean a property was looked at. */
export const viewingModels = ['search_listing', 'search_archive_listing', 'search_building'] as const

interface Shown {
  milestone_type_id: number
  model_type: string | null
}

/** The lead looked at a home or a building. */
export const isViewing = (milestone: Shown): boolean => viewingModels.some(model => model === milestone.model_type)
export const isListingAlert = (milestone: Shown): boolean => milestone.milestone_type_id === milestoneType.listingAlert
export const isViewingRequest = (milestone: Shown): boolean =>
  milestone.milestone_type_id === milestoneType.viewingRequest
export const isEmail = (milestone: Shown): boolean =>
  [milestoneType.email, milestoneType.htmlEmail, milestoneType.marketingEmail].some(
    id => id === milestone.milestone_type_id,
  )

/** How long a deleted milestone can be brought back. */
export const RESTORE_MINUTES = 10

interface Written {
  milestone_type_id: number
  author_user_id: number | null
  on_behalf_of: number | null
  model_type: string | null
  call: object | null
  message: object | null
}

/**
 * Whether a person typed it. What the product writes beside something that a person does, such as booking a showing, has
 * that person as its author, too, and knows what it is about.
 */
const isTyped = ({ author_user_id, milestone_type_id, model_type, call, message }: Written): boolean =>
  author_user_id !== null &&
  milestoneTypeOf(milestone_type_id)?.byHand === true &&
  model_type === null &&
  call === null &&
  message === null

/**
 * Whether a person may change or delete a milestone: a person must have typed it, themselves or, for those who see all
 * leads, anybody. What the product recorded stays as it was.
 */
export function mayChangeMilestone(milestone: Written, reader: { user_id: number; seesAll: boolean }): boolean {
  if (!isTyped(milestone)) return false
  return reader.seesAll || (milestone.on_behalf_of ?? milestone.author_user_id) === reader.user_id
}

/** Acts of people are worth a line each; these come in runs. */
const repeating: ReadonlySet<number> = new Set([
  milestoneType.marketingEmail,
  milestoneType.listingAlert,
  milestoneType.buildingAlert,
  milestoneType.propertyViewed,
  milestoneType.favourite,
  milestoneType.backToSite,
  milestoneType.campaignStarted,
  milestoneType.campaignStopped,
  milestoneType.tagChanged,
])

/** Milestones that follow each other with the same word here are drawn as one line; `null` stands alone. */
export const runOf = (type: number, option: number | null): string | null =>
  repeating.has(type) ? `${type}-${option ?? ''}` : null
