import type { LeadRow, LeadTag } from '../../contract/record.ts'
import {
  fullName,
  isComplete,
  isMarketingEligible,
  mergeAreas,
  primaryArea,
  rolesString,
  UNKNOWN_STATUS,
  visitsUntil,
} from '../../rules.ts'
import { inDollars, type StoredLead } from './columns.ts'
import type { Places } from './places.ts'

/** A stored lead with the names that the query added. */
export interface JoinedLead extends StoredLead {
  agent_name: string | null
  tags: LeadTag[] | null
}

/** Who the rows are for: decides which fields are shown. */
export interface RowView {
  now: Date
  places: Places
  /** Names of the viewing agent's own areas, which sort first. */
  ownAreas: readonly string[]
}

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
const joined = (items: readonly { name: string }[]) => items.map(item => item.name).join(', ')

function areasOf(stored: StoredLead, { places, ownAreas }: RowView) {
  const areas = stored.area_ids.flatMap(id => places.areas.get(id) ?? [])
  const localities = areas.filter(area => area.type === 'locality').map(named)
  const sublocalities = areas.filter(area => area.type === 'sublocality').map(named)
  const neighbourhoods = areas.filter(area => area.type === 'neighbourhood').map(named)
  const localities_string = joined(localities)
  const sublocalities_string = joined(sublocalities)
  const merged = mergeAreas(sublocalities_string, localities_string, ownAreas)
  return {
    primary_area: primaryArea(merged),
    primary_areas: merged.primary,
    all_areas: merged.rest,
    localities,
    sublocalities,
    neighbourhoods,
    localities_string,
    sublocalities_string,
  }
}

/** What a list shows of a stored lead. */
export function leadRowOf(lead: JoinedLead, view: RowView): LeadRow {
  const stored = inDollars(lead)
  const email = stored.email_private ?? stored.email
  const phone = stored.phone_private ?? stored.phone
  const sites = [...new Set([stored.site_id, ...stored.site_ids])]
    .flatMap(id => (id === null ? [] : (view.places.sites.get(id) ?? [])))
    .map(named)
  const price = {
    min: stored.stated_price_min || stored.searches_price_min || 0,
    max: stored.stated_price_max || stored.searches_price_max || 0,
  }
  return {
    ...stored,
    ...areasOf(stored, view),
    email,
    phone,
    status_value: stored.status_value ?? UNKNOWN_STATUS,
    name: fullName(stored),
    agent: stored.agent_id === null ? null : { id: stored.agent_id, name: lead.agent_name ?? '' },
    roles_string: rolesString(stored.roles),
    sites,
    sites_string: joined(sites),
    tags: lead.tags ?? [],
    claimed: stored.claimed_at !== null,
    complete: isComplete({ ...stored, email, phone, area_count: stored.area_ids.length, price }),
    personal: stored.is_personal,
    isRealtor: stored.is_realtor || stored.roles.includes('registered_agent'),
    validation_required: !stored.email_verified && !stored.text_validated,
    marketing_eligible: isMarketingEligible(stored, view.now),
    activity: visitsUntil(stored, view.now),
    subscriptions: {
      alert: stored.subscribed_alert,
      newsletter: stored.subscribed_newsletter,
      precon: stored.subscribed_precon,
    },
    delivra_account: { id: stored.delivra_account_id, member_type: stored.member_type },
    latest_note: null,
  }
}
