import { TZDate } from '@date-fns/tz'
import { lightFormat, subDays } from 'date-fns'
import { type RawBuilder, sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Viewer } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import { forbidden } from '../../../../platform/server/errors.ts'
import { dayEnd, dayStart } from '../../../../platform/wire/days.ts'
import { region } from '../../../../product/region/region.ts'
import type { DateRange, LeadFilters, LeadList } from '../../contract/filters.ts'
import { CLIENT_STATUS } from '../../rules.ts'

/** One condition on the table `leads`, under its own name. */
export type Condition = RawBuilder<unknown>

const ALL = 'view_all_leads'
const PROFILES = 'view_profiles_for_leads'
const never = sql`false`

/** Leads that exist for lists and counts. The indexes of lists hold exactly these. */
export const listed: Condition = sql`deleted_at IS NULL AND NOT is_bogus`

const ofAgents = (agents: readonly number[]): Condition => {
  if (agents.length === 0) return never
  return agents.length === 1 ? sql`agent_id = ${agents[0]}` : sql`agent_id = ANY(${[...agents]}::int[])`
}

/** The role that works on deals, and so with the people on them. */
const DEALS_ADMIN = 'deals_admin'

/** Whose leads a viewer reaches; `null` when everybody's. A deals administrator also reaches the leads that are on a deal. */
export function withinReach(viewer: Viewer): Condition | null {
  if (viewer.rights.has(ALL)) return null
  const own = ofAgents(viewer.reach)
  return viewer.roles.includes(DEALS_ADMIN) ? sql`(${own} OR is_on_deal)` : own
}

/** Which of the leads that a viewer sees they may open as well; `null` when all of them. */
export const openableLeads = (viewer: Viewer): Condition | null =>
  viewer.rights.has(ALL) && !viewer.rights.has(PROFILES) ? ofAgents(viewer.reach) : null

const ownOf = (viewer: Viewer): Condition => (viewer.agent_id === null ? never : sql`agent_id = ${viewer.agent_id}`)

/** What makes a lead belong to a list. */
function inList(viewer: Viewer, list: LeadList): (Condition | null)[] {
  switch (list) {
    case 'all':
    case 'adminsearch':
      if (!viewer.rights.has(ALL)) throw forbidden('Only those who see all leads may open this list.')
      return []
    case 'leads':
      return [ownOf(viewer), sql`status_value < ${sql.lit(CLIENT_STATUS)}`]
    case 'clients':
      return [ownOf(viewer), sql`status_value >= ${sql.lit(CLIENT_STATUS)}`]
    case 'agentsearch':
      return [viewer.agent_id === null ? withinReach(viewer) : ofAgents(viewer.reach)]
  }
}

/** Everything that a row of a list must satisfy beside being listed. `areaIds` are the asked places with all that lies inside them. */
export function conditionsOf(
  { viewer, now }: { viewer: Viewer; now: Date },
  list: LeadList,
  filters: LeadFilters,
  areaIds: readonly number[] | null,
): Condition {
  const asked = [...inList(viewer, list), ...filterConditions(filters, new TZDate(now, viewer.zone), areaIds)]
  const conditions = asked.filter(condition => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}

const given = (values: readonly unknown[] | undefined): boolean => values !== undefined && values.length > 0

function filterConditions(
  filters: LeadFilters,
  today: TZDate,
  areaIds: readonly number[] | null,
): (Condition | null)[] {
  const { tag, type, site, opportunity, status, agent, source, consent } = filters
  return [
    given(tag) ? sql`tag_ids && ${tag}::int[]` : null,
    given(type) ? sql`roles && ${type}::text[]` : null,
    given(site) ? sql`(site_id = ANY(${site}::int[]) OR site_ids && ${site}::int[])` : null,
    given(opportunity) ? sql`opportunity_types && ${opportunity}::smallint[]` : null,
    areaIds ? areaCondition(areaIds, given(tag) || given(status) || Boolean(filters.search)) : null,
    statusCondition(status),
    agent && agent.length > 0 ? agentCondition(agent) : null,
    given(source) ? sql`source = ANY(${source}::text[])` : null,
    given(consent) ? sql`consent_email = ANY(${consent}::text[])` : null,
    isNumber(filters.consentEnds) ? consentEndsCondition(filters.consentEnds, today) : null,
    ...priceConditions(filters),
    subscriptionCondition(filters.subscription ?? null),
    ...dayConditions(sql.ref('claimed_key'), filters.claimedDate, today),
    ...dayConditions(sql.ref('last_active_at'), filters.lastActiveDate, today),
    ...dayConditions(sql.ref('contacted_key'), filters.lastContactedDate, today),
    ...dayConditions(sql.ref('created_at'), filters.createdDate, today),
    isNumber(filters.score?.min) ? sql`lead_score >= ${filters.score.min}` : null,
    isNumber(filters.score?.max) ? sql`lead_score <= ${filters.score.max}` : null,
    hasTaskCondition(filters.hasTask ?? null),
    searchCondition(filters.search ?? ''),
  ]
}

/** More areas than this are a whole city with all that lies in it. */
const WIDE = 8

/**
 * A whole city is most of what there is: beside a narrower filter it is cheaper checked than looked up, which takes reading
 * the entries of all its areas. An index is not considered for a condition that is tested for truth.
 */
function areaCondition(areaIds: readonly number[], isBesideOthers: boolean): Condition {
  const condition = sql`area_ids && ${[...areaIds]}::int[]`
  return areaIds.length > WIDE && isBesideOthers ? sql`(${condition}) IS TRUE` : condition
}

const DAY_MS = 86_400_000

/** A consent that has ended ends no more, also while its copy on the lead waits for the job that takes it back. */
const consentEndsCondition = (days: number, now: TZDate): Condition =>
  sql`consent_ends_at > ${new Date(now.getTime())} AND consent_ends_at <= ${new Date(now.getTime() + days * DAY_MS)}`

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

function statusCondition(status: readonly number[] | undefined): Condition | null {
  if (!status || status.length === 0) return null
  return status.length === 1 ? sql`status_value = ${status[0]}` : sql`status_value = ANY(${[...status]}::smallint[])`
}

function agentCondition(agents: readonly number[]): Condition {
  const named = agents.filter(agent => agent !== 0)
  if (named.length === agents.length) return ofAgents(named)
  return named.length === 0 ? sql`agent_id IS NULL` : sql`(agent_id IS NULL OR ${ofAgents(named)})`
}

/** The same rule as `priceOverlaps`. */
function priceConditions({ priceFrom, priceTo }: LeadFilters): (Condition | null)[] {
  const from = isNumber(priceFrom) ? priceFrom * 100 : null
  const to = isNumber(priceTo) ? priceTo * 100 : null
  if (from === null && to === null) return []
  // A range without an upper end is stored as a very high one, an unknown range as 0.
  return [sql`price_max >= ${Math.max(from ?? 1, 1)}`, to === null ? null : sql`price_min <= ${to}`]
}

function subscriptionCondition(subscription: LeadFilters['subscription'] | null): Condition | null {
  if (subscription === 'Subscribed') return sql`subscribed_alert AND member_type = 'normal'`
  if (subscription === 'Pending') return sql`subscribed_alert AND member_type = 'held'`
  if (subscription === 'Unsubscribed') return sql`NOT (subscribed_alert AND member_type IN ('normal', 'held'))`
  return null
}

/** Days begin where the viewer is, and the last one is included. */
function dayConditions(column: RawBuilder<unknown>, range: DateRange | undefined, today: TZDate): (Condition | null)[] {
  const zone = today.timeZone ?? region.zone
  const starts = [range?.start, daysBefore(range?.within, today)].filter(day => typeof day === 'string')
  const ends = [range?.end, daysBefore(range?.over, today)].filter(day => typeof day === 'string')
  if (starts.length + ends.length === 0) return []
  return [
    // What never happened is stored as minus infinity.
    starts.length > 0 ? null : sql`${column} > '-infinity'`,
    ...starts.map(day => sql`${column} >= ${dayStart(day, zone)}`),
    ...ends.map(day => sql`${column} < ${dayEnd(day, zone)}`),
  ]
}

/** The calendar day so many days before today, where the viewer is. */
function daysBefore(days: number | null | undefined, today: TZDate): string | null {
  if (typeof days !== 'number') return null
  return lightFormat(subDays(today, days), 'yyyy-MM-dd')
}

function hasTaskCondition(hasTask: boolean | null): Condition | null {
  if (hasTask === null) return null
  return hasTask ? sql`open_tasks > 0` : sql`open_tasks = 0`
}

/** Texts are folded in one place, by the function that folded what is searched. */
const contains = (text: string): Condition => sql`search_text LIKE folded(${`%${escapeLike(text)}%`})`

/** A trigram index needs three characters to look for. */
const SHORTEST_PART = 3

/** A word of one or two characters is how a word of the name begins: `name_starts` has an index of its own. */
const beginsWith = (word: string): Condition => sql`name_starts @> ARRAY[folded(${word})]`

/** From so many digits on it may be a whole number as it is dialled at home. */
const WHOLE_NUMBER = 7

/** The digits to look for, when what was typed looks like a phone number in any format. */
export function phoneDigits(search: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(search)) return null
  const parsed = parsePhoneNumberFromString(search, region.country)
  if (parsed?.isValid()) return `${parsed.countryCallingCode}${parsed.nationalNumber}`
  const digits = search.replace(/\D/g, '')
  if (digits.length < SHORTEST_PART) return null
  // The 0 that is dialled before an area code is no part of a number; at the head of a few digits it is one of them.
  return digits.length >= WHOLE_NUMBER ? digits.replace(/^0+(?=\d{3})/, '') : digits
}

/**
 * Leads one of whose numbers ends with the digits of a search, as people say a number that they half remember; `null` when
 * it holds anything else. In `search_text` a space or the end of it follows each number: the index of all searches finds both.
 */
export function phoneEndCondition(search: string): Condition | null {
  if (phoneDigits(search) === null) return null
  const digits = search.replace(/\D/g, '')
  const end = `%${digits}`
  return sql`(search_text LIKE ${`${end} %`} OR search_text LIKE ${end}) AND (phone LIKE ${end} OR phone_private LIKE ${end})`
}

function searchCondition(search: string): Condition | null {
  // However accents are typed, a letter is one character.
  const text = search.trim().normalize('NFC')
  if (text === '') return null
  const digits = phoneDigits(text)
  if (digits) return contains(digits)
  const isShort = (word: string) => [...word].length < SHORTEST_PART
  const conditions = text
    .split(/\s+/)
    .flatMap(word => (isShort(word) ? partsOf(word).map(beginsWith) : [contains(word)]))
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : contains(text)
}

/** What is left of a word of one or two characters without the marks at which names are cut, as the database cuts them. */
const partsOf = (word: string): string[] => word.split(/['’.‐-]+/).filter(part => part !== '')

/**
 * What the filters of lists ask of a lead, without any list around it: for those who hold something against leads as they were
 * at a time, in the zone of `at`, in which days begin.
 */
export function leadCondition(filters: LeadFilters, at: TZDate, areaIds: readonly number[] | null): Condition {
  const conditions = filterConditions(filters, at, areaIds).filter(condition => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}
