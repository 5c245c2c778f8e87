import { sql } from 'kysely'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { Lead } from '../../contract/record.ts'
import { partsOfLead, previewedLeads } from '../../events.ts'
import { UNKNOWN_STATUS } from '../../rules.ts'
import { requireFullLead } from './leads.ts'
import { placesOf } from './places.ts'
import { type JoinedLead, leadRowOf } from './rows.ts'

/** What may be known of a lead that was only sent to somebody: nothing else of it is read. */
type LeadPreview = Pick<JoinedLead, 'id' | 'first_name' | 'last_name' | 'roles' | 'area_ids'>

/** A lead as its page shows it: the whole of it, or name, areas and type where the viewer was only sent it. */
export async function openLead(ctx: ReadContext, id: number): Promise<Lead> {
  try {
    return await requireFullLead(ctx, id)
  } catch (error) {
    const isMissing = error instanceof Refusal && error.code === 'not_found'
    const lead = isMissing ? await previewedLead(ctx, id) : null
    if (!lead) throw error
    return lead
  }
}

async function previewedLead(ctx: ReadContext, id: number): Promise<Lead | null> {
  const { since, is_named } = await previewedLeads.gather(ctx, { id })
  if (since === null) return null
  const { rows } = await sql<LeadPreview>`
    SELECT id, first_name, last_name, roles, area_ids FROM leads
    WHERE id = ${id} AND deleted_at IS NULL AND NOT is_bogus`.execute(ctx.db)
  const [preview] = rows
  if (!preview) return null
  const [{ leadTransfer }, places] = [await partsOfLead.gather(ctx, { id }), await placesOf(ctx)]
  return {
    ...leadRowOf(
      { ...unknown(since), ...preview, ...(is_named ? {} : nobody) },
      { now: ctx.now, places, ownAreas: [] },
    ),
    tasks: [],
    notes: [],
    campaigns: [],
    favourite_listings: [],
    favourite_archive_listings: [],
    leadTransfer,
    rental_profile: null,
    areas: preview.area_ids.flatMap(area => {
      const place = places.areas.get(area)
      return place ? [{ area_id: area, area_type: place.type }] : []
    }),
    score_parts: [],
  }
}

const nobody = { first_name: '', last_name: '' }

/** Everything that stays unpublished; times that a record must have are the one at which it was sent. */
const unknown = (since: string): Omit<JoinedLead, keyof LeadPreview> => ({
  agent_id: null,
  agent_name: null,
  email: null,
  email_private: null,
  phone: null,
  phone_private: null,
  phone_country_code: null,
  phone_location: null,
  stated_price_min: null,
  stated_price_max: null,
  searches_price_min: null,
  searches_price_max: null,
  occupation: '',
  language: '',
  site_id: null,
  site_ids: [],
  source: '',
  status_value: UNKNOWN_STATUS,
  lead_score: 0,
  claimed_at: null,
  claimed_by: null,
  is_bogus: false,
  is_personal: false,
  is_realtor: false,
  email_verified: false,
  is_email_valid: true,
  is_phone_valid: true,
  text_validated: false,
  has_viewing_request: false,
  has_offer_request: false,
  has_sell_request: false,
  signup_attempts: 0,
  subscribed_alert: false,
  subscribed_newsletter: false,
  subscribed_precon: false,
  member_type: 'normal',
  delivra_account_id: null,
  consent_email: 'none',
  withdrawn_channels: [],
  zone: '',
  was_active: false,
  last_active_at: since,
  last_contacted_at: null,
  activity: [],
  activity_week: since.slice(0, 10),
  open_tasks: 0,
  open_requests: [],
  opportunity_types: [],
  snoozed_until: null,
  tag_ids: [],
  tags: null,
  created_at: since,
  updated_at: since,
  deleted_at: null,
  version: 0,
})
