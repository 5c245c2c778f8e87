import { type Random, weights } from '../../../platform/demo/random.ts'
import { region } from '../../../product/region/region.ts'
import { atWork } from '../../people/demo/hours.ts'
import { emailOf, personName, phoneOf, placeOfPhone } from '../../people/demo/names.ts'
import type { DemoAgent } from '../../people/demo/seed.ts'
import { foldEmail, type LeadRole, scoreOf, scoreParts, weekOf } from '../rules.ts'
import { type Brokerage, type DemoArea, pickAgent } from './brokerage.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Leads have signed up for this long. */
const YEARS = 3

/** A lead as the table holds it, without the columns that the database makes. */
export type LeadColumns = ReturnType<typeof columnsOf>

interface Stage {
  status: number
  /** Days since the last visit, typically. */
  quiet: number
  /** Visits in a busy week. */
  visits: number
}

const stage = (status: number, quiet: number, visits: number): Stage => ({ status, quiet, visits })
const [
  unknown,
  notInterested,
  fresh,
  attempting,
  connected,
  nurturing,
  searching,
  showing,
  offer,
  contract,
  closed,
  past,
] = [
  stage(-1, 400, 1),
  stage(0, 420, 1),
  stage(1, 90, 3),
  stage(2, 150, 3),
  stage(3, 55, 4),
  stage(4, 130, 3),
  stage(5, 5, 9),
  stage(6, 3, 12),
  stage(7, 2, 10),
  stage(8, 12, 3),
  stage(9, 90, 1),
  stage(10, 220, 1),
] as const

const funnelOfTheWeek = weights<Stage>([
  [fresh, 58],
  [attempting, 24],
  [connected, 10],
  [searching, 3],
  [nurturing, 3],
  [notInterested, 2],
])
const funnelOfTheQuarter = weights<Stage>([
  [fresh, 22],
  [attempting, 30],
  [connected, 15],
  [nurturing, 15],
  [searching, 8],
  [showing, 3.2],
  [offer, 1.4],
  [contract, 1.2],
  [notInterested, 6],
  [unknown, 0.5],
])
const funnelOfYears = weights<Stage>([
  [unknown, 3],
  [notInterested, 16],
  [fresh, 11],
  [attempting, 24],
  [connected, 9],
  [nurturing, 23],
  [searching, 4.5],
  [showing, 1.9],
  [offer, 0.9],
  [contract, 1.5],
  [closed, 2.6],
  [past, 4.4],
])

const kinds = weights<readonly LeadRole[]>([
  [['buyer_lead'], 47],
  [['rental_lead'], 26],
  [['seller_lead'], 6],
  [['buyer_lead', 'seller_lead'], 5],
  [['precon_lead'], 6],
  [['investor_lead'], 4],
  [['investor_lead', 'precon_lead'], 2],
  [['registered_agent'], 0.7],
  [[], 3.3],
])

const sources = weights<string>([
  ['website', 46],
  ['google_ads', 15],
  ['facebook', 11],
  ['referral', 9],
  ['agent', 7],
  ['open_house', 6],
  ['phone_call', 3],
  ['import', 3],
])

const consents = weights<'express' | 'implied' | 'withdrawn' | 'none'>([
  ['express', 42],
  ['implied', 24],
  ['none', 28],
  ['withdrawn', 6],
])

// Sign-ups by day of the week from Sunday, and by hour of Toronto: lunch and the evening on the sofa.
const daysOfWeek = [1, 0.85, 0.95, 0.9, 0.8, 0.6, 0.72]
const hours = [2, 1, 1, 1, 1, 1, 2, 4, 6, 7, 8, 9, 11, 9, 8, 7, 7, 8, 10, 12, 14, 14, 10, 5]
const hourTable = weights(hours.map((weight, hour) => [hour, weight] as const))
/** Toronto is this far behind UTC, near enough for a rhythm. */
const TORONTO = 5 * HOUR

/** When a lead signed up: about as long ago whenever the demo is filled, moved only to a fitting day of the week. */
function signUpTime(random: Random, now: number): number {
  // The brokerage grows: every year brings more than the year before.
  let days = YEARS * 365 * random.share() ** 1.45
  for (;;) {
    const day = Math.floor((now - days * DAY - TORONTO) / DAY)
    const at = day * DAY + TORONTO + random.weighted(hourTable) * HOUR + random.between(0, HOUR - 1)
    const weight = daysOfWeek[new Date(day * DAY).getUTCDay()] ?? 1
    if (at < now && random.share() < weight) return at
    days += random.between(1, 6)
  }
}

const areaCounts = weights([
  [0, 7],
  [1, 30],
  [2, 26],
  [3, 17],
  [4, 9],
  [5, 6],
  [8, 4],
  [14, 1],
])

/** Where a lead looks: mostly near to where they looked first. */
function areasOf(random: Random, { places }: Brokerage): { areas: DemoArea[]; level: number } {
  const town = random.weighted(places)
  const wanted = random.weighted(areaCounts)
  const found = new Map<number, DemoArea>()
  for (let turn = 0; turn < wanted; turn++) {
    const { locality, districts } = random.happens(0.85) ? town : random.weighted(places)
    const { sublocality, neighbourhoods } = random.pick(districts)
    const depth = random.share()
    const area = depth < 0.2 ? locality : depth < 0.42 ? sublocality : random.pick(neighbourhoods)
    found.set(area.id, area)
  }
  return { areas: [...found.values()], level: town.priceLevel }
}

const NO_PRICES = { searches_price_min: null, searches_price_max: null, stated_price_min: null, stated_price_max: null }

/** Prices in cents: a month's rent for renters, a home's price for the others. */
function pricesOf(random: Random, roles: readonly LeadRole[], level: number) {
  if (roles.length === 0 || random.happens(0.09)) return NO_PRICES
  const renting = roles[0] === 'rental_lead'
  const precon = roles.includes('precon_lead')
  const typical = (renting ? 2_650 : precon ? 840_000 : roles.includes('seller_lead') ? 1_120_000 : 930_000) * level
  const step = renting ? 50 : typical > 1_500_000 ? 50_000 : 25_000
  const rounded = (amount: number) => Math.max(step, Math.round(amount / step) * step) * 100
  const max = typical * random.skewed(renting ? 0.75 : 1.05)
  const min = max * (0.55 + random.share() * 0.32)
  const says = random.happens(0.38)
  return {
    searches_price_min: random.happens(0.8) ? rounded(min) : null,
    searches_price_max: rounded(max),
    stated_price_min: says && random.happens(0.6) ? rounded(min * 1.05) : null,
    stated_price_max: says ? rounded(max * (0.9 + random.share() * 0.25)) : null,
  }
}

/** Visits of the last twelve weeks, oldest first, between sign-up and the last visit. */
function visitsOf(
  random: Random,
  { now, created, active, busy }: { now: number; created: number; active: number; busy: number },
) {
  const level = busy * random.skewed(1.2)
  return Array.from({ length: 12 }, (_week, index) => {
    const start = now - (12 - index) * 7 * DAY
    const end = start + 7 * DAY
    if (active < start || created > end) return 0
    const last = active >= start && active <= end
    return Math.min(60, (last ? 1 : 0) + (random.happens(0.72) ? Math.floor(level * random.share() * 1.6) : 0))
  })
}

interface Story {
  stage: Stage
  created: number
  active: number
  wasActive: boolean
  agent: DemoAgent | null
  claimed: number | null
  contacted: number | null
}

/** When what happened: signed up, last seen, claimed, last spoken to. */
function storyOf(random: Random, brokerage: Brokerage, index: number, now: number): Story {
  const created = signUpTime(random.apart(), now)
  const age = (now - created) / DAY
  const stage = random.weighted(age < 7 ? funnelOfTheWeek : age < 90 ? funnelOfTheQuarter : funnelOfYears)
  const wasActive = random.happens(0.88)
  const quiet = stage.quiet * random.share() ** 1.7 * random.skewed(1.5) * DAY
  const active = wasActive ? Math.max(created + 60_000, now - quiet - random.between(20_000, 5_400_000)) : created
  const pooled = stage.status === 1 ? 0.42 : stage.status <= 2 ? 0.1 : 0
  const chosen = pickAgent(random, brokerage, index)
  const agent = random.happens(pooled) ? null : chosen
  const wait = random.share() ** 3 * 3 * DAY + 240_000
  const claimed = agent ? atWork(Math.min(created + wait, created + (now - created) * 0.9), created, now) : null
  const since = stage.quiet * 0.9 * random.share() ** 1.6 * random.skewed(1.4) * DAY
  const touched = claimed !== null && (stage.status >= 2 || stage.status === 0 || random.happens(0.2))
  const contacted = touched
    ? atWork(Math.max(claimed + (now - claimed) * 0.02, now - since - 600_000), claimed, now)
    : null
  return { stage, created, active: Math.min(active, now), wasActive, agent, claimed, contacted }
}

function contactsOf(random: Random, index: number) {
  const name = personName(random, index)
  const phone = random.happens(0.88) ? phoneOf(index) : null
  const email = phone === null || random.happens(0.965) ? emailOf(name, index) : null
  const known = random.happens(0.014) ? null : { phone, email }
  return {
    first_name: name.first,
    last_name: name.last,
    email: known?.email ?? null,
    email_private: random.happens(0.015) ? `private.${emailOf(name, index)}` : null,
    email_key: foldEmail(known?.email),
    phone: known?.phone ?? null,
    phone_country_code: known?.phone ? region.country : null,
    phone_location: known?.phone ? placeOfPhone(known.phone) : null,
    email_verified: Boolean(known?.email) && random.happens(0.55),
    is_email_valid: !random.happens(0.03),
    is_phone_valid: !random.happens(0.04),
    text_validated: Boolean(known?.phone) && random.happens(0.5),
  }
}

function subscriptionsOf(random: Random, status: number) {
  const out = status === 0 || random.happens(0.1)
  const subscriptions = {
    subscribed_alert: !out && random.happens(0.74),
    subscribed_newsletter: !out && random.happens(0.35),
    subscribed_precon: !out && random.happens(0.12),
    member_type:
      out && random.happens(0.5) ? 'unsubscribed' : random.happens(0.03) ? random.pick(['held', 'bounced']) : 'normal',
    consent_email: out && random.happens(0.6) ? ('withdrawn' as const) : random.weighted(consents),
  }
  // Most withdrawals are by the link of an e-mail; a few want no e-mail at all.
  const isClosed = subscriptions.consent_email === 'withdrawn' && subscriptions.member_type === 'unsubscribed'
  const withdrawn_channels = isClosed ? (['email'] as const) : []
  return { ...subscriptions, withdrawn_channels }
}

const rentalProfileOf = (random: Random, roles: readonly LeadRole[]) =>
  roles.includes('rental_lead') && random.happens(0.35)
    ? {
        employmentLetter: random.happens(0.6),
        creditScore: random.happens(0.8) ? random.between(590, 840) : null,
        annualIncome: random.between(38, 190) * 1000,
      }
    : null

/** A lead, with the people and places of the brokerage that it belongs to. */
export interface DemoLead {
  columns: LeadColumns
  areas: readonly DemoArea[]
  agent: DemoAgent | null
  /** The name of the website on which the lead signed up. */
  site: string
  /** What is drawn next is drawn from here. */
  random: Random
}

interface LeadOptions {
  random: Random
  brokerage: Brokerage
  id: number
  /** Which lead of the seed this is. */
  index: number
  now: Date
  tagsOf: TagsOf
}

/** Draws the tags of a lead. */
export type TagsOf = (random: Random, agent: DemoAgent | null) => number[]

/** Makes up one lead. */
export function demoLead(options: LeadOptions): DemoLead {
  const story = storyOf(options.random.apart(), options.brokerage, options.index, options.now.getTime())
  const { areas, level } = areasOf(options.random, options.brokerage)
  const columns = columnsOf(options, story, areas, level)
  const site = options.brokerage.siteNames.get(columns.site_id) ?? ''
  return { columns, areas, agent: story.agent, site, random: options.random }
}

function columnsOf(
  { random, brokerage, id, index, now, tagsOf }: LeadOptions,
  story: Story,
  areas: readonly DemoArea[],
  level: number,
) {
  const { stage, created, active, wasActive, agent, claimed, contacted } = story
  const roles = random.weighted(kinds)
  const source = random.weighted(sources)
  const site = random.weighted(brokerage.sites)
  const eager = stage.status >= 5 && stage.status <= 8
  const weeks = random.apart()
  const facts = {
    ...contactsOf(random, index),
    status_value: stage.status,
    was_active: wasActive,
    last_active_at: new Date(active).toISOString(),
    last_contacted_at: contacted === null ? null : new Date(contacted).toISOString(),
    activity: wasActive
      ? visitsOf(weeks, { now: now.getTime(), created, active, busy: stage.visits })
      : Array<number>(12).fill(0),
    activity_week: weekOf(now),
    has_viewing_request: random.happens(eager ? 0.45 : 0.04),
    has_offer_request: random.happens(eager ? 0.12 : 0.004),
    has_sell_request: roles.includes('seller_lead') && random.happens(0.5),
  }
  const parts = scoreParts(facts, now)
  return {
    ...facts,
    ...pricesOf(random, roles, level),
    ...subscriptionsOf(random.apart(), stage.status),
    id,
    agent_id: agent?.id ?? null,
    claimed_by: agent?.id ?? null,
    claimed_at: claimed === null ? null : new Date(claimed).toISOString(),
    roles,
    site_id: site,
    site_ids: random.happens(0.12) ? [...new Set([site, random.weighted(brokerage.sites)])] : [site],
    source,
    lead_score: scoreOf(parts),
    score_parts: parts,
    tag_ids: tagsOf(random.apart(), agent),
    area_ids: areas.map(area => area.id),
    is_personal: source === 'agent',
    is_realtor: roles.includes('registered_agent'),
    is_bogus: false,
    signup_attempts: random.happens(0.14) ? random.between(2, 5) : 1,
    rental_profile: rentalProfileOf(random, roles),
    zone: random.happens(0.02) ? 'America/Vancouver' : region.zone,
    open_tasks: 0,
    open_requests: [],
    opportunity_types: [],
    snoozed_until: null,
    created_at: new Date(created).toISOString(),
    updated_at: new Date(Math.max(created, active, claimed ?? 0, contacted ?? 0)).toISOString(),
    version: 1,
  }
}
