import type { Random } from '../../../platform/demo/random.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { CONTACT_REQUEST_MODEL, opportunityType } from '../rules/opportunityTypes.ts'
import type { OpportunityFacts } from '../rules/raise.ts'

/** A home that leads look at. */
export interface DemoHome extends Pick<Row<'listings'>, 'id' | 'mls_number' | 'building_id'> {
  address: string
  building: string | null
  /** "$875,000" */
  price: string
}

/** A lead of an account who may be contacted. */
export interface DemoLeadToContact extends Pick<Row<'leads'>, 'id'> {
  has_alert: boolean
}

/** A line of a lead's timeline. */
export interface DemoMilestone {
  type: number
  at: string
  value?: string
  description?: string
  link?: string
  model_type?: string
  model_id?: number
}

/** Something that a lead did: the lines of the timeline, and the opportunity that arose from them. */
export interface Happening {
  lead_id: number
  opportunity_type_id: number
  facts: OpportunityFacts
  link: string | null
  at: string
  milestones: DemoMilestone[]
}

interface Setting {
  lead: DemoLeadToContact
  random: Random
  homes: readonly DemoHome[]
  at: Date
}

const HOUR = 3_600_000
const projects = ['The Ossington Yard', 'Liberty Central', 'Queensway Park', 'Lakeview Pier']
const questions = [
  'Is the rent negotiable with a two-year lease?',
  'Does the building allow a large dog?',
  'What would the mortgage be with 20 percent down?',
  'Can somebody call me after six?',
]

/** How a type came about for a lead. */
export function happeningOf(type: number, { lead, random, homes, at }: Setting): Happening {
  const home = random.pick(homes)
  const base = { lead_id: lead.id, opportunity_type_id: type, at: at.toISOString(), link: null }
  const viewOf = ({ id, address, mls_number, price }: DemoHome, hoursBefore: number): DemoMilestone => ({
    type: milestoneType.propertyViewed,
    at: new Date(at.getTime() - hoursBefore * HOUR).toISOString(),
    description: address,
    value: price,
    link: `/listings/${encodeURIComponent(mls_number)}`,
    model_type: 'search_listing',
    model_id: id,
  })
  const views = (times: number, of: (place: number) => DemoHome) =>
    Array.from({ length: times }, (_, place) => viewOf(of(place), (times - 1 - place) * random.between(9, 26)))
  const since = (milestones: readonly DemoMilestone[]) => milestones[0]?.at ?? base.at
  switch (type) {
    case opportunityType.highInterest: {
      const milestones = views(random.between(3, 5), () => home)
      const facts = { subject: home.address, count: milestones.length, since: since(milestones) }
      return { ...base, facts, link: milestones[0]?.link ?? null, milestones }
    }
    case opportunityType.buildingAlert: {
      const named = homes.filter(({ building }) => building !== null)
      const inside = named.length > 0 ? random.pick(named) : home
      const milestones = views(random.between(3, 4), () => inside)
      const subject = inside.building ?? inside.address
      const building_id = inside.building_id ?? 0
      return {
        ...base,
        facts: { subject, building_id, count: milestones.length, since: since(milestones) },
        milestones,
      }
    }
    case opportunityType.listingAlert: {
      const milestones = views(random.between(5, 8), place => homes[(home.id + place * 7) % homes.length] ?? home)
      return { ...base, facts: { count: milestones.length, since: since(milestones) }, milestones }
    }
    case opportunityType.favourite:
      return {
        ...base,
        facts: { subject: home.address },
        link: `/listings/${encodeURIComponent(home.mls_number)}`,
        milestones: [{ ...viewOf(home, 0), type: milestoneType.favourite }],
      }
    case opportunityType.backToSite: {
      const seen = views(random.between(1, 4), place => homes[(home.id + place) % homes.length] ?? home)
      const facts = { quiet_days: random.between(31, 96), homes: seen.length }
      return { ...base, facts, milestones: [{ type: milestoneType.backToSite, at: base.at }] }
    }
    case opportunityType.reactivated:
      return {
        ...base,
        facts: { quiet_days: random.between(366, 600) },
        milestones: [{ type: milestoneType.backToSite, at: base.at }],
      }
    case opportunityType.preconForm: {
      const subject = random.pick(projects)
      const milestone = { type: milestoneType.preconForm, at: base.at, value: subject, description: 'floor plans' }
      return { ...base, facts: { subject, detail: 'floor plans' }, milestones: [milestone] }
    }
    default: {
      const detail = random.pick(questions)
      const milestone = {
        type: milestoneType.progress,
        at: base.at,
        description: detail,
        model_type: CONTACT_REQUEST_MODEL,
      }
      return { ...base, facts: { detail }, milestones: [milestone] }
    }
  }
}
