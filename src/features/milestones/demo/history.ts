import { type Random, randomOf, weights } from '../../../platform/demo/random.ts'
import { buildings, streets } from '../../../product/region/places.ts'
import type { DemoLead } from '../../leads/demo/lead.ts'
import { statusLabel } from '../../leads/rules.ts'
import { atWork } from '../../people/demo/hours.ts'
import { milestoneType } from '../rules.ts'

/** One entry of a timeline, as the table holds it. */
export interface MilestoneColumns {
  lead_id: number
  milestone_type_id: number
  milestone_option_id: number | null
  description: string
  value: string | null
  link: string | null
  call: object | null
  message: object | null
  session: object | null
  model_id: number | null
  model_type: string | null
  detail: object | null
  happened_at: string
  author_user_id: number | null
  created_at: string
  updated_at: string
  version: 1
}

interface Entry {
  type: number
  at: number
  option?: number
  description?: string
  value?: string | null
  link?: string
  call?: object
  message?: object
  session?: object
  model?: { id: number; type: string }
  detail?: object
  byAgent?: boolean
}

const option = (type: number, place: number) => type * 100 + place

const answers = [
  'Wants to see two places on Saturday morning.',
  'Happy in the current rental until the lease ends in spring.',
  'Pre-approved with the bank; sending the letter tonight.',
  'Asked about maintenance fees and whether heating is included.',
  'Prefers a south view and a real second bedroom, not a den.',
  'Partner joins the next call. Evenings after 7 are best.',
  'Looking for a good school district above all.',
  'Comparing with a townhouse in Mississauga.',
  'Needs parking and a locker; has a large dog.',
  'Wants to sell first. Booked an evaluation.',
  'Is waiting for rates to come down.',
  'Moving from Montréal in two months for work.',
]
const notReached = ['', '', 'No answer, tried the cell twice.', 'Left a short message and sent the listings by e-mail.']
const textsSent = [
  'Hi, are you still looking in the area? Two new listings came up today.',
  'Great to talk. Here is the link to the floor plan.',
  'Is Saturday at 2 still good for the viewing?',
  'The price was just reduced. Shall I book a time?',
]
const textsReceived = [
  'Saturday works! Can we see the other one as well?',
  'Thanks, will look tonight.',
  'Still looking, but the budget changed a bit.',
  'Can you call me after 6?',
  'Not right now, maybe in spring.',
]
const subjects = [
  'New listings that match your search',
  'Your viewing on Saturday',
  'What similar homes sold for',
  'Welcome, and a few questions',
  'Closing costs, explained',
]

const deeds = weights<'view' | 'call' | 'text' | 'email' | 'alert' | 'favourite' | 'marketing' | 'progress' | 'back'>([
  ['view', 44],
  ['alert', 16],
  ['marketing', 9],
  ['call', 9],
  ['text', 7],
  ['email', 6],
  ['favourite', 4],
  ['progress', 3],
  ['back', 2],
])

const addressOf = (random: Random) =>
  `${random.between(101, 3208)} – ${random.between(5, 1200)} ${random.pick(streets)}`
const sequence = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The way to a status: what a lead was before. */
function wayTo(status: number, random: Random): number[] {
  if (status === 0) return random.happens(0.5) ? [2, 0] : [2, 3, 0]
  if (status === -1 || status === 1) return []
  const skipped = new Set(status === 4 || random.happens(0.7) ? [] : [4])
  return sequence(2, status).filter(
    step => step === status || !(skipped.has(step) || (step < 8 && step > 3 && random.happens(0.25))),
  )
}

function call(random: Random, at: number, connected: boolean): Entry {
  const outcome = connected ? 1 : random.weighted(missed)
  const seconds = connected ? random.between(35, 900) : outcome === 3 ? random.between(12, 45) : 0
  return {
    type: milestoneType.call,
    option: option(milestoneType.call, outcome),
    at,
    description: connected ? random.pick(answers) : random.pick(notReached),
    call: { direction: random.happens(0.85) ? 'outbound' : 'inbound', duration: seconds },
    byAgent: true,
  }
}
const missed = weights([
  [2, 60],
  [3, 30],
  [4, 7],
  [5, 3],
])

function text(random: Random, at: number): Entry {
  const sent = random.happens(0.6)
  const body = random.pick(sent ? textsSent : textsReceived)
  return {
    type: milestoneType.text,
    option: option(milestoneType.text, sent ? 1 : 2),
    at,
    description: body,
    message: { direction: sent ? 'outbound' : 'inbound', body },
    byAgent: sent,
  }
}

function email(random: Random, at: number): Entry {
  const sent = random.happens(0.7)
  const subject = random.pick(subjects)
  return {
    type: milestoneType.email,
    option: option(milestoneType.email, sent ? 1 : 2),
    at,
    description: subject,
    message: { direction: sent ? 'outbound' : 'inbound', subject },
    byAgent: sent,
  }
}

function view(random: Random, at: number, value: string | null, area: string): Entry {
  const building = random.happens(0.15)
  const id = random.between(1, 40_000)
  return {
    type: milestoneType.propertyViewed,
    at,
    description: building ? random.pick(buildings) : addressOf(random),
    value: building ? null : value,
    session: { area },
    model: building
      ? { id, type: 'search_building' }
      : { id, type: random.happens(0.1) ? 'search_archive_listing' : 'search_listing' },
  }
}

/** One thing out of the weeks of a lead, before or after they were claimed. */
function deed(random: Random, at: number, lead: DemoLead, place: string): Entry {
  const { columns } = lead
  const claimed = columns.claimed_at !== null && at > Date.parse(columns.claimed_at)
  const kind = random.weighted(deeds)
  const spoken = claimed && columns.last_contacted_at !== null && at < Date.parse(columns.last_contacted_at)
  if (spoken && kind === 'call') return call(random, at, columns.status_value >= 3 && random.happens(0.45))
  if (spoken && kind === 'text' && columns.phone) return text(random, at)
  if (spoken && kind === 'email' && columns.email) return email(random, at)
  if (spoken && kind === 'progress') {
    return { type: milestoneType.progress, at, description: random.pick(answers), byAgent: true }
  }
  if (kind === 'favourite') return { ...view(random, at, null, place), type: milestoneType.favourite }
  if (kind === 'alert' && columns.subscribed_alert) {
    const building = random.happens(0.2)
    return {
      type: building ? milestoneType.buildingAlert : milestoneType.listingAlert,
      at,
      description: building ? random.pick(buildings) : `${random.between(1, 9)} new in ${place}`,
    }
  }
  if (kind === 'marketing' && columns.subscribed_alert) {
    const step = random.between(1, 3)
    return {
      type: milestoneType.marketingEmail,
      option: option(milestoneType.marketingEmail, step),
      at,
      description: random.pick(subjects),
    }
  }
  if (kind === 'back') return { type: milestoneType.backToSite, at }
  return view(random, at, priceText(random, columns), place)
}

/** Anybody who looks at one home looks at a few. */
function visit(random: Random, first: Entry, { lead, place }: { lead: DemoLead; place: string }): Entry[] {
  if (first.type !== milestoneType.propertyViewed) return [first]
  const last = Date.parse(lead.columns.last_active_at)
  const more = Array.from({ length: random.between(0, 4) }, (_, index) =>
    view(
      random,
      Math.min(last, first.at + (index + 1) * random.between(40, 240) * 1000),
      priceText(random, lead.columns),
      place,
    ),
  )
  return [first, ...more]
}

function priceText(random: Random, { searches_price_max: limit }: DemoLead['columns']): string | null {
  if (limit === null) return null
  const step = limit < 2_000_000 ? 25 : 9_100
  return `$${(Math.round(((limit / 100) * (0.75 + random.share() * 0.35)) / step) * step).toLocaleString('en-CA')}`
}

const viewingRequests = ['Asked for a weekend', 'Asked for any evening', 'Asked for Saturday after 2:00 PM', '']
const sellRequests = ['What would it go for?', 'Not before the school year ends.', '']

/** An offer that came in by the form, as the requests themselves tell of it. */
function offer(random: Random, at: number, { id, searches_price_max: limit }: DemoLead['columns']): Entry {
  const price = Math.round(((limit ?? 90_000_000) / 100 / 1000) * (0.9 + random.share() * 0.1)) * 1000
  const offerSubmission = { id, price, move_in_date: null, listing_id: null, listing: null }
  return { type: milestoneType.offerSubmitted, at, value: addressOf(random), detail: { offerSubmission } }
}

/** Seconds to the first answer of an agent: at least, and less than. */
const answerTimes = weights([
  [[15, 60], 27],
  [[60, 300], 33],
  [[300, 900], 18],
  [[900, 3_600], 11],
  [[3_600, 14_400], 7],
  [[14_400, 200_000], 4],
] as const)
/** Part of the seed: drawn apart, so that the rest of a timeline stays as it is. */
const ANSWERS = 4_400

/** Most leads who were ever contacted were called, texted or written to soon after an agent had them. */
function firstAnswer({ id, phone, last_contacted_at }: DemoLead['columns'], start: number): Entry | null {
  const random = randomOf(id, ANSWERS)
  const [least, most] = random.weighted(answerTimes)
  const at = start + random.between(least, most - 1) * 1000
  if (last_contacted_at === null || at >= Date.parse(last_contacted_at) || random.happens(0.12)) return null
  return phone ? call(random, at, random.happens(0.4)) : { ...email(random, at), ...sentEmail, byAgent: true }
}

const sentEmail = { option: option(milestoneType.email, 1) }

/** What every timeline has: the sign-up, the agent, the way to the status, the requests, the last contact and visit. */
function turningPoints(random: Random, { columns, agent, areas, site }: DemoLead): Entry[] {
  const created = Date.parse(columns.created_at)
  const last = Date.parse(columns.updated_at)
  const entries: Entry[] = [
    { type: milestoneType.signedUp, at: created, description: site, detail: { source: columns.source } },
  ]
  const claimed = columns.claimed_at === null ? null : Date.parse(columns.claimed_at)
  if (claimed !== null && agent)
    entries.push({
      type: milestoneType.agentChanged,
      at: claimed,
      description: agent.name,
      detail: { before: null, after: agent.id },
    })
  const start = claimed ?? created
  const answer = firstAnswer(columns, start)
  if (answer) entries.push(answer)
  const way = wayTo(columns.status_value, random)
  way.forEach((status, index) => {
    const before = way[index - 1] ?? 1
    entries.push({
      type: milestoneType.statusChanged,
      at: start + ((last - start) * (index + 1)) / (way.length + 1),
      description: `${statusLabel(before)} to ${statusLabel(status)}`,
      detail: { before, after: status },
      byAgent: true,
    })
  })
  if (columns.has_viewing_request) {
    entries.push({
      type: milestoneType.viewingRequest,
      at: start + (last - start) * 0.8,
      value: addressOf(random),
      description: random.pick(viewingRequests),
    })
  }
  if (columns.has_offer_request) entries.push(offer(random, start + (last - start) * 0.9, columns))
  if (columns.has_sell_request) {
    entries.push({
      type: milestoneType.sellRequest,
      at: start + (last - start) * 0.3,
      value: addressOf(random),
      description: random.pick(sellRequests),
    })
  }
  if (columns.status_value >= 6) {
    const done = columns.status_value > 6 || random.happens(0.5)
    entries.push({
      type: milestoneType.showing,
      option: option(milestoneType.showing, done ? 3 : 1),
      at: start + (last - start) * 0.87,
      description: addressOf(random),
      byAgent: true,
    })
  }
  if (columns.status_value >= 8) {
    entries.push({
      type: milestoneType.offerAccepted,
      at: start + (last - start) * 0.93,
      description: addressOf(random),
      byAgent: true,
    })
  }
  if (columns.last_contacted_at !== null) {
    const at = Date.parse(columns.last_contacted_at)
    const reached = columns.status_value >= 3
    entries.push(
      columns.phone ? call(random, at, reached && random.happens(0.7)) : { ...email(random, at), byAgent: true },
    )
  }
  if (columns.was_active)
    entries.push(
      view(random, Date.parse(columns.last_active_at), priceText(random, columns), areas[0]?.name ?? 'Toronto'),
    )
  return entries
}

/** How long timelines are: `full` 5 to 60 entries, `brief` at most 3, for brokerages of many leads. */
export type HistoryLength = 'full' | 'brief'

/** The timeline of a lead; it agrees with what the lead's columns say. */
export function demoHistory(lead: DemoLead, length: HistoryLength): MilestoneColumns[] {
  const { random } = lead
  const points = turningPoints(random, lead).map(entry => inHours(entry, lead))
  if (length === 'brief') return points.slice(0, random.between(0, 3)).map(entry => columnsOf(entry, lead))
  const created = Date.parse(lead.columns.created_at)
  const last = Date.parse(lead.columns.last_active_at)
  const place = lead.areas[0]?.name ?? 'Toronto'
  const visits = lead.columns.activity.reduce((sum: number, week: number) => sum + week, 0)
  const more = Math.min(
    58 - points.length,
    Math.max(0, 5 - points.length) + Math.round((2 + visits * 0.5) * random.skewed(1.3)),
  )
  const others = Array.from({ length: Math.max(0, more) }, () => {
    // Most things happened towards the end of what is known.
    const at = created + 60_000 + (last - created - 60_000) * random.share() ** 0.6
    const done = deed(random, Math.max(created + 1000, Math.round(at)), lead, place)
    return visit(random, inHours(done, lead), { lead, place })
  })
  return [...points, ...others.flat().slice(0, 58 - points.length)]
    .sort((a, b) => a.at - b.at)
    .map(entry => columnsOf(entry, lead))
}

/** Agents do what they do in working hours; leads, and what is sent by itself, know none. */
function inHours(entry: Entry, { columns }: DemoLead): Entry {
  const contacted = columns.last_contacted_at === null ? 0 : Date.parse(columns.last_contacted_at)
  // The last contact is when the lead says that it was.
  if (!entry.byAgent || entry.at === contacted) return entry
  const from = Date.parse(columns.claimed_at ?? columns.created_at)
  const to = entry.at < contacted ? contacted : Date.parse(columns.updated_at)
  return { ...entry, at: atWork(entry.at, from, Math.max(from, to)) }
}

function columnsOf(entry: Entry, { columns, agent }: DemoLead): MilestoneColumns {
  const at = new Date(entry.at).toISOString()
  return {
    lead_id: columns.id,
    milestone_type_id: entry.type,
    milestone_option_id: entry.option ?? null,
    description: entry.description ?? '',
    value: entry.value ?? null,
    link: entry.link ?? null,
    call: entry.call ?? null,
    message: entry.message ?? null,
    session: entry.session ?? null,
    model_id: entry.model?.id ?? null,
    model_type: entry.model?.type ?? null,
    detail: entry.detail ?? null,
    happened_at: at,
    author_user_id: entry.byAgent ? (agent?.user_id ?? null) : null,
    created_at: at,
    updated_at: at,
    version: 1,
  }
}
