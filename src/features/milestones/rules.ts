interface TypeOfMilestone {
  id: number
  name: string
  options: readonly { id: number; name: string }[]
  /** A person may write it; the others are written by the product beside the thing they record. */
  byHand: boolean
  /** It means that somebody was in touch with the lead. */
  contact: boolean
}

const type = <const Id extends number>(
  id: Id,
  name: string,
  options: string[] = [],
  kind: 'hand' | 'system' = 'system',
  contact = false,
) =>
  ({
    id,
    name,
    options: options.map((option, index) => ({ id: id * 100 + index + 1, name: option })),
    byHand: kind === 'hand',
    contact,
  }) satisfies TypeOfMilestone

/** What can happen on a lead's timeline, by the names that code uses. An option's id is the type's id times 100, plus its place. */
const types = {
  call: type(1, 'Call', ['Connected', 'No answer', 'Left voicemail', 'Busy', 'Wrong number'], 'hand', true),
  text: type(2, 'Text', ['Sent', 'Received'], 'hand', true),
  email: type(3, 'Email', ['Sent', 'Received'], 'hand', true),
  htmlEmail: type(4, 'HTML Email', [], 'system', true),
  marketingEmail: type(5, 'Marketing Email', ['Sent', 'Opened', 'Clicked', 'Bounced', 'Unsubscribed']),
  meeting: type(6, 'Meeting', ['In person', 'Video', 'Coffee'], 'hand', true),
  showing: type(7, 'Showing', ['Booked', 'Confirmed', 'Completed', 'Cancelled'], 'hand', true),
  viewingRequest: type(8, 'Viewing Request Submitted'),
  offerSubmitted: type(9, 'Offer Submitted', [], 'hand', true),
  offerAccepted: type(10, 'Offer Accepted', [], 'hand', true),
  offerRejected: type(11, 'Offer Rejected', [], 'hand', true),
  listingAlert: type(12, 'Listing Alert Sent'),
  buildingAlert: type(13, 'Building Alert Sent'),
  propertyViewed: type(14, 'Property Viewed'),
  favourite: type(15, 'Favourite Added'),
  signedUp: type(16, 'Signed Up'),
  backToSite: type(17, 'Back to Site'),
  statusChanged: type(18, 'Status Changed'),
  agentChanged: type(19, 'Agent Changed'),
  progress: type(20, 'Progress Update', [], 'hand'),
  campaignStarted: type(21, 'Campaign Started'),
  campaignStopped: type(22, 'Campaign Stopped'),
  dealOpened: type(23, 'Deal Opened'),
  dealClosed: type(24, 'Deal Closed'),
  consentChanged: type(25, 'Consent Changed'),
  happyHourClaim: type(26, 'Happy Hour Claim'),
  tagChanged: type(27, 'Tag Changed'),
  sellRequest: type(28, 'Sell Request Submitted'),
  preconForm: type(29, 'Pre-construction Form Submitted'),
  leadMerged: type(30, 'Lead Merged'),
}

/** All types, in the order in which they are offered. */
export const milestoneTypes: readonly TypeOfMilestone[] = Object.values(types)

/** The ids of the types, by the names that code uses. */
export const milestoneType = Object.fromEntries(Object.entries(types).map(([name, { id }]) => [name, id])) as {
  readonly [Name in keyof typeof types]: (typeof types)[Name]['id']
}

/** The types as calls answer them. */
export const answeredTypes = milestoneTypes.map(({ id, name, options, byHand }) => ({
  id,
  name,
  options: [...options],
  creatable: byHand,
}))

/** The type that the milestone modal opens with. */
export const DEFAULT_MILESTONE_TYPE = milestoneType.progress

/** A type by its id. */
export const milestoneTypeOf = (id: number): TypeOfMilestone | null =>
  milestoneTypes.find(candidate => candidate.id === id) ?? null

/** What people read as the heading of an entry that holds these words: types, and options, by their ids. */
export function headingsHolding(words: string): { types: number[]; options: number[] } {
  const wanted = words.toLowerCase()
  const idsOf = (named: readonly { id: number; name: string }[]) =>
    named.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id)
  return { types: idsOf(milestoneTypes), options: idsOf(milestoneTypes.flatMap(({ options }) => options)) }
}

const needsContent: readonly number[] = [milestoneType.call, milestoneType.meeting, milestoneType.progress]

interface EntryFields {
  type: number
  option: number | null | undefined
  description: string
}

/** Whether an entry says nothing: a call, a meeting or progress counts as contact only with an outcome or a few words. */
export const isEmptyEntry = ({ type, option, description }: EntryFields): boolean =>
  needsContent.includes(type) && (option ?? null) === null && description.trim() === ''

/** Why an empty entry is not saved. */
export const emptyEntrySentence = (type: number): string =>
  (milestoneTypeOf(type)?.options.length ?? 0) > 0
    ? 'Choose an outcome or write what was said.'
    : 'Write what happened.'

const WRONG_NUMBER = types.call.options.find(({ name }) => name === 'Wrong number')?.id

/** Whether an entry says that somebody else has the lead's number. */
export const isWrongNumber = (option: number | null | undefined): boolean => option != null && option === WRONG_NUMBER

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

/** Model types of homes, on the market or off it. */
export const homeModels = ['search_listing', 'search_archive_listing'] as const
/** Model types that mean a property was looked at. */
export const viewingModels = [...homeModels, 'search_building'] as const

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
