import { mondayOf } from '../../platform/wire/days.ts'

/** The statuses of a lead, in the order in which they are offered. */
export const leadStatuses = [
  { value: -1, label: 'Unknown' },
  { value: 0, label: 'Not interested' },
  { value: 1, label: 'New' },
  { value: 2, label: 'Attempting contact' },
  { value: 3, label: 'Connected' },
  { value: 4, label: 'Nurturing' },
  { value: 5, label: 'Actively searching' },
  { value: 6, label: 'Showing' },
  { value: 7, label: 'Offer' },
  { value: 8, label: 'Under contract' },
  { value: 9, label: 'Closed' },
  { value: 10, label: 'Past client' },
] as const

/** For so long a deleted lead can be put back, by whoever reaches it. */
export const RESTORE_MINUTES = 10

/** From this status on a lead is a client. */
export const CLIENT_STATUS = 8
/** A lead of this status is excluded from marketing. */
export const EXCLUDED_STATUS = 0
/** What a lead without a status shows. */
export const UNKNOWN_STATUS = -1

/** The label of a status value. */
export const statusLabel = (value: number): string =>
  leadStatuses.find(status => status.value === value)?.label ?? 'Unknown'

/** The kinds of lead, with the words that screens use for them. */
export const roleLabels = {
  rental_lead: 'Renter',
  buyer_lead: 'Buyer',
  seller_lead: 'Seller',
  investor_lead: 'Investor',
  precon_lead: 'Precon',
  registered_agent: 'Agent',
} as const

export type LeadRole = keyof typeof roleLabels

/** The labels of roles, as the type column shows them. */
export const rolesString = (roles: readonly string[]): string =>
  roles.map(role => (role in roleLabels ? roleLabels[role as LeadRole] : role)).join(', ')

/** Areas that a list shows before "+N". */
export const PRIMARY_AREAS = 2
/** What a lead without areas is taken to be interested in. */
export const DEFAULT_AREA = 'Toronto'

/** Areas as screens show them: the first two, and the rest. */
export interface MergedAreas {
  primary: string[]
  rest: string[]
}

const namesIn = (list: string | null | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/**
 * Merges the two comma lists of a lead into one: the agent's own areas first, sublocalities before localities,
 * otherwise in the order given, each name once.
 */
export function mergeAreas(
  sublocalities: string | null | undefined,
  localities: string | null | undefined,
  agentsOwn: readonly string[] = [],
): MergedAreas {
  const own = new Set(agentsOwn.map(name => name.trim().toLowerCase()))
  const known = new Set<string>()
  const once = [...namesIn(sublocalities), ...namesIn(localities)].filter(name => {
    const key = name.toLowerCase()
    return known.has(key) ? false : known.add(key)
  })
  const isOwn = (name: string) => own.has(name.toLowerCase())
  const merged = [...once.filter(isOwn), ...once.filter(name => !isOwn(name))]
  return { primary: merged.slice(0, PRIMARY_AREAS), rest: merged.slice(PRIMARY_AREAS) }
}

/** The one area that stands for a lead in messages. */
export const primaryArea = (areas: MergedAreas): string => areas.primary[0] ?? DEFAULT_AREA

/** First and last name in one. */
export const fullName = (lead: { first_name: string; last_name: string }): string =>
  `${lead.first_name} ${lead.last_name}`.trim()

/** The range in which a lead looks: what they said, else what they searched; 0 when not known. */
export interface PriceRange {
  min: number
  max: number
}

/** Whether a lead's range overlaps the one asked for. A lead whose range is not known overlaps none. */
export function priceOverlaps({ min, max }: PriceRange, from: number | null, to: number | null): boolean {
  if (min === 0 && max === 0) return false
  if (from !== null && max !== 0 && max < from) return false
  return to === null || min <= to
}

/** A lead is complete when somebody could work it: name, a way to reach them, type, area and price. */
export const isComplete = (lead: {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  roles: readonly string[]
  area_count: number
  price: PriceRange
}): boolean =>
  fullName(lead) !== '' &&
  Boolean(lead.email || lead.phone) &&
  lead.roles.length > 0 &&
  lead.area_count > 0 &&
  (lead.price.min > 0 || lead.price.max > 0)

const DAY = 86_400_000
const MARKETING_DAYS = 730

const daysSince = (instant: string | null, now: Date): number =>
  instant === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(instant)) / DAY

/** Whether marketing may reach a lead (consent is asked besides). */
export const isMarketingEligible = (
  lead: {
    subscribed_alert: boolean
    status_value: number
    member_type: string
    last_active_at: string | null
    last_contacted_at: string | null
  },
  now: Date,
): boolean =>
  lead.subscribed_alert &&
  lead.status_value !== EXCLUDED_STATUS &&
  lead.member_type === 'normal' &&
  Math.min(daysSince(lead.last_active_at, now), daysSince(lead.last_contacted_at, now)) <= MARKETING_DAYS

/** By what a lead is reached. */
export const contactChannels = ['email', 'text', 'call'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** What goes through each of them. */
export const channelNouns: Readonly<Record<ContactChannel, string>> = {
  email: 'e-mail',
  text: 'texts',
  call: 'calls',
}

const listed = new Intl.ListFormat('en-CA')

/** Why nobody reaches a lead on channels that it took back: "This lead has withdrawn consent for texts and calls." */
export const withdrawnSentence = (...channels: readonly ContactChannel[]): string =>
  `This lead has withdrawn consent for ${listed.format(channels.map(channel => channelNouns[channel]))}.`

/** What an e-mail address is compared by: case, and for Gmail dots and everything after a plus, make no difference. */
export function foldEmail(email: string | null | undefined): string | null {
  const text = (email ?? '').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return null
  const domain = text.slice(at + 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return text
  const box = text.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '')
  return box === '' ? text : `${box}@gmail.com`
}

/** What a score is computed from. */
export interface ScoreFacts {
  was_active: boolean
  last_active_at: string
  /** Visits of twelve weeks, oldest first. */
  activity: readonly number[]
  /** The Monday of the last of these weeks. */
  activity_week: string
  has_viewing_request: boolean
  has_offer_request: boolean
  has_sell_request: boolean
  email: string | null
  phone: string | null
  email_verified: boolean
  is_email_valid: boolean
  is_phone_valid: boolean
  text_validated: boolean
  last_contacted_at: string | null
  /** Status from Connected on means that the lead answered. */
  status_value: number
}

/** Weeks of which visits are counted. */
const WEEKS = 12
const WEEK_MS = 7 * 86_400_000
/** What a column of the table holds at the most. */
const MAX_VISITS = 32_767
/** 5 January 1970, a Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000

const weekNumber = (at: Date): number => Math.floor((at.getTime() - FIRST_MONDAY_MS) / WEEK_MS)

/** The Monday of a moment's week. */
export const weekOf = (at: Date): string => mondayOf(at.toISOString().slice(0, 10))

type Visits = Pick<ScoreFacts, 'activity' | 'activity_week'>

/** The visits of the twelve weeks that end with the one of a moment, oldest first. */
export function visitsUntil({ activity, activity_week }: Visits, now: Date): number[] {
  const passed = Math.max(0, weekNumber(now) - weekNumber(new Date(activity_week)))
  return Array.from({ length: WEEKS }, (_, week) => activity[week + passed] ?? 0)
}

/** With one more visit in its week; one that was more than twelve weeks ago is not counted. */
export function withVisit(visits: Visits, at: Date, now: Date): Visits {
  const week = WEEKS - 1 - Math.max(0, weekNumber(now) - weekNumber(at))
  const activity = visitsUntil(visits, now).map((count, each) =>
    each === week ? Math.min(MAX_VISITS, count + 1) : count,
  )
  return { activity, activity_week: weekOf(now) }
}

/** The part of a score that fades: half of it is left after so many days without a visit. */
export const SCORE_HALF_LIFE_DAYS = 21
/** The part that fades is called so, and is worth so much on the day of a visit. */
export const FADING_PART = { label: 'Recently active', most: 30 } as const
/** Days without a visit after which nothing is left of it, as it is rounded to one decimal. */
export const SCORE_FADED_AFTER_DAYS = Math.ceil(SCORE_HALF_LIFE_DAYS * Math.log2(FADING_PART.most / 0.05))
/** A contact counts as a recent one for so many days. */
export const RECENT_CONTACT_DAYS = 30
/** Scores fade at this hour of the night, in the zone of the brokerage. */
export const FADING_HOUR = 3

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** What is left of the part that fades after so many days without a visit. */
export const fadedPoints = (quietDays: number): number =>
  FADING_PART.most * 0.5 ** (Math.max(0, quietDays) / SCORE_HALF_LIFE_DAYS)

/** The parts of a lead's score; their points add up to at most 100. */
export function scoreParts(lead: ScoreFacts, now: Date): { label: string; points: number; most: number }[] {
  const quietDays = Math.max(0, daysSince(lead.last_active_at, now))
  const visits = visitsUntil(lead, now).reduce((sum, week) => sum + week, 0)
  const requests = [lead.has_viewing_request, lead.has_offer_request, lead.has_sell_request].filter(Boolean).length
  const email = lead.email && lead.is_email_valid ? (lead.email_verified ? 7 : 4) : 0
  const phone = lead.phone && lead.is_phone_valid ? (lead.text_validated ? 8 : 5) : 0
  const replied = lead.status_value >= 3 ? 7 : 0
  const part = (label: string, points: number, most: number) => ({
    label,
    points: oneDecimal(Math.min(most, points)),
    most,
  })
  return [
    part(FADING_PART.label, lead.was_active ? fadedPoints(quietDays) : 0, FADING_PART.most),
    part('Depth of interest', 25 * (1 - 0.9 ** visits), 25),
    part('Requests', requests === 0 ? 0 : 8 + 6 * (requests - 1), 20),
    part('Reachability', email + phone, 15),
    part('Reply history', replied + (daysSince(lead.last_contacted_at, now) <= RECENT_CONTACT_DAYS ? 3 : 0), 10),
  ]
}

/** A lead's score: 0 to 100, one decimal. */
export const scoreOf = (parts: readonly { points: number }[]): number =>
  oneDecimal(
    Math.min(
      100,
      parts.reduce((sum, part) => sum + part.points, 0),
    ),
  )

/** The end of a lead's address, `{first}_{last}_{id}`, of a lead without a name `__{id}`; `null` without an id. */
export function leadSlug(lead: {
  id?: number | null
  first_name?: string | null
  last_name?: string | null
}): string | null {
  const names = [lead.first_name, lead.last_name].map(name => name?.trim().replace(/[\s_/]+/g, '-') ?? '')
  return lead.id ? [...names, lead.id].join('_') : null
}

/** Where two leads are compared, and merged. */
export const mergePath = (lead: number, other: number): string => `/duplicates?compare=${lead},${other}`

/** The address of a lead's page, also of one without a name; the list without an id. */
export function leadPagePath(lead: Parameters<typeof leadSlug>[0]): string {
  const slug = leadSlug(lead)
  return slug === null ? '/leads' : `/leads/${encodeURIComponent(slug)}`
}

/** Where a link to a lead leads: to their page, and to the list for a lead without a name or an id (specification §2). */
export const leadPath = (lead: Parameters<typeof leadSlug>[0]): string =>
  lead.first_name?.trim() || lead.last_name?.trim() ? leadPagePath(lead) : '/leads'

/** The source of leads that somebody here added by hand. */
export const ADDED_BY_AGENT = 'agent'
