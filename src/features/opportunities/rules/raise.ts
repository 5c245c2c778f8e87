import { opportunityType } from './opportunityTypes.ts'

/** What an opportunity is described from; which fields are there depends on its type. */
export interface OpportunityFacts {
  /** The home, building or project. */
  subject?: string
  /** How often it was seen, or how many homes. */
  count?: number
  /** Since when that is counted, ISO 8601. */
  since?: string
  /** Days without a sign of life, or without contact, before. */
  quiet_days?: number
  /** Homes looked at since they came back. */
  homes?: number
  /** They were marked as not interested. */
  was_not_interested?: boolean
  /** Dollars that were offered. */
  price?: number
  /** What they wrote, or when they want to come. */
  detail?: string
  building_id?: number
}

/** An opportunity that arises. */
export interface Raised {
  lead_id: number
  opportunity_type_id: number
  facts: OpportunityFacts
  link: string | null
  /** When what it tells of happened. */
  at: Date
}

/** When a type arises, as an administrator set it. */
export interface Threshold {
  is_on: boolean
  times: number | null
  days: number | null
}

/** The thresholds by the ids of their types. */
export type Thresholds = ReadonlyMap<number, Threshold>

/** What is older tells of the past, such as a history that is imported: nobody is to be called for it. */
export const MAX_AGE_DAYS = 31
/** Somebody who hid "Reactivated" is not shown it again for the next visits. */
export const HIDDEN_VISIT_DAYS = 7

const DAY_MS = 86_400_000
const NOT_INTERESTED = 0

/** Whole days between two instants, rounded down; not below 0. */
const daysFrom = (from: string | Date, to: string | Date): number =>
  Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / DAY_MS))

interface ActiveLead {
  id: number
  status_value: number
  active_at: string
  before: string
  last_contacted_at: string | null
  created_at: string
}

/** What arises from a sign of life of a lead: they are back, or reactivated. */
export function raisedByVisit(lead: ActiveLead, thresholds: Thresholds): Raised[] {
  const at = new Date(lead.active_at)
  const raised: Raised[] = []
  const raise = (opportunity_type_id: number, facts: OpportunityFacts) =>
    raised.push({ lead_id: lead.id, opportunity_type_id, facts, link: null, at })

  const quiet_days = daysFrom(lead.before, at)
  const back = thresholds.get(opportunityType.backToSite)
  if (back?.is_on && quiet_days >= (back.days ?? 0)) raise(opportunityType.backToSite, { quiet_days, homes: 0 })

  const reactivated = thresholds.get(opportunityType.reactivated)
  if (reactivated?.is_on) {
    const withoutContact = daysFrom(lead.last_contacted_at ?? lead.created_at, at)
    if (lead.status_value === NOT_INTERESTED) raise(opportunityType.reactivated, { was_not_interested: true })
    else if (withoutContact >= (reactivated.days ?? 0))
      raise(opportunityType.reactivated, { quiet_days: withoutContact })
  }
  return raised
}

/** A look at a home or building. */
export interface View {
  at: Date
  /** The home; `null` for a look at a building as a whole. */
  home: string | null
  /** The building, or that of the home, by whatever tells it apart from others; `null` of a house, or where it is not known. */
  building: string | null
  building_id: number | null
  /** How the building is called. */
  building_name: string | null
  /** How the home or building is called. */
  label: string
  link: string | null
}

/** What is known of a lead beside what they looked at. */
export interface ViewingLead {
  id: number
  has_listing_alert: boolean
  /** Buildings for which they get alerts. */
  alert_buildings: readonly number[]
  /** When an opportunity of the type was hidden last: what was seen before does not count again. */
  hidden_at: ReadonlyMap<number, Date>
}

/**
 * What arises from looks at homes and buildings. `views` are all of the last days, `fresh` those that were just recorded: only what
 * they are about can be repeated.
 */
export function raisedByViews(
  lead: ViewingLead,
  views: readonly View[],
  fresh: readonly View[],
  thresholds: Thresholds,
): Raised[] {
  const at = fresh.reduce<Date | null>((latest, view) => (latest && latest >= view.at ? latest : view.at), null)
  if (!at) return []
  const looks: Looks = { lead, views, fresh, thresholds, at }
  return [highInterest(looks), buildingAlert(looks), listingAlert(looks)].filter(raised => raised !== null)
}

interface Looks {
  lead: ViewingLead
  views: readonly View[]
  fresh: readonly View[]
  thresholds: Thresholds
  at: Date
}

function highInterest(looks: Looks): Raised | null {
  const found = mostSeen(looks, opportunityType.highInterest, view => view.home ?? view.building)
  return found && raisedAt(looks, opportunityType.highInterest, seenFacts(found, found.last.label), found.last.link)
}

function buildingAlert(looks: Looks): Raised | null {
  const found = mostSeen(looks, opportunityType.buildingAlert, view => view.building)
  if (!found) return null
  const { building_id, building_name, label, link } = found.last
  if (building_id !== null && looks.lead.alert_buildings.includes(building_id)) return null
  const facts = seenFacts(found, building_name ?? label)
  return raisedAt(
    looks,
    opportunityType.buildingAlert,
    building_id === null ? facts : { ...facts, building_id },
    found.last.home === null ? link : null,
  )
}

function listingAlert(looks: Looks): Raised | null {
  if (looks.lead.has_listing_alert) return null
  const found = mostSeen(looks, opportunityType.listingAlert, view => (view.home === null ? null : 'any home'))
  const count = new Set(found?.views.map(({ home }) => home)).size
  const times = looks.thresholds.get(opportunityType.listingAlert)?.times ?? 1
  if (!found || count < times) return null
  return raisedAt(looks, opportunityType.listingAlert, { count, since: seenFacts(found, '').since }, null)
}

interface Seen {
  /** Oldest first. */
  views: readonly View[]
  last: View
}

/** What was looked at most, and often enough, among what was looked at just now. */
function mostSeen({ lead, views, fresh, thresholds, at }: Looks, type: number, keyOf: (view: View) => string | null) {
  const threshold = thresholds.get(type)
  if (!threshold?.is_on) return null
  const from = Math.max(at.getTime() - (threshold.days ?? 0) * DAY_MS, lead.hidden_at.get(type)?.getTime() ?? 0)
  const counted = views.filter(view => view.at.getTime() > from && view.at <= at)
  const current = new Set(fresh.map(keyOf))
  let most: Seen | null = null
  for (const [key, group] of Map.groupBy(counted, keyOf)) {
    const sorted = group.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const last = sorted.at(-1)
    if (key === null || !last || !current.has(key) || sorted.length < (threshold.times ?? 1)) continue
    if (!most || sorted.length > most.views.length) most = { views: sorted, last }
  }
  return most
}

const seenFacts = ({ views, last }: Seen, subject: string) => ({
  subject,
  count: views.length,
  since: (views[0] ?? last).at.toISOString(),
})

const raisedAt = (
  { lead, at }: Looks,
  opportunity_type_id: number,
  facts: OpportunityFacts,
  link: string | null,
): Raised => ({ lead_id: lead.id, opportunity_type_id, facts, link, at })
