import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { region } from '../../../../product/region/region.ts'
import { fullName, mergeAreas, primaryArea } from '../../../leads/rules.ts'
import { namesVersion, type Places, placesOf } from '../../../leads/server/queries/places.ts'
import type { PlaceholderGaps } from '../../contract.ts'
import { type PlaceholderValues, timeOfDay } from '../../rules/placeholders.ts'

interface LeadToFill
  extends Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'zone' | 'site_id' | 'area_ids'> {
  agent_first_name: Row<'users'>['first_name'] | null
  agent_last_name: Row<'users'>['last_name'] | null
  agent_email: Row<'users'>['email'] | null
  agent_phone: Row<'users'>['phone']
  agent_areas: Row<'agents'>['area_ids'] | null
  names_version: string
}

/**
 * What placeholders hold for each of these leads, which the caller has checked. The agent is the lead's own; `sender` is the
 * user who stands in for leads without one. The time of day is that of the lead at `at`, which is now when left out.
 * One query, however many leads there are.
 */
export async function placeholderValues(
  ctx: QueryContext,
  leadIds: readonly number[],
  { sender = null, at = ctx.now }: { sender?: number | null; at?: Date } = {},
): Promise<Map<number, PlaceholderValues>> {
  const { rows } = await sql<LeadToFill>`
    SELECT l.id, l.first_name, l.last_name, coalesce(l.email_private, l.email) AS email,
      coalesce(l.phone_private, l.phone) AS phone, l.zone, l.site_id, l.area_ids,
      u.first_name AS agent_first_name, u.last_name AS agent_last_name, u.email AS agent_email, u.phone AS agent_phone,
      a.area_ids AS agent_areas, ${namesVersion} AS names_version
    FROM leads l LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = coalesce(a.user_id, ${sender}::int)
    WHERE l.id = ANY(${[...leadIds]}::int[])`.execute(ctx.db)
  const [first] = rows
  if (!first) return new Map()
  const places = await placesOf(ctx, first.names_version)
  return new Map(rows.map(lead => [lead.id, valuesOf(lead, { places, at, siteName: ctx.config.siteName })]))
}

interface Known {
  places: Places
  at: Date
  /** Of the installation, for leads that came from no website. */
  siteName: string
}

function valuesOf(lead: LeadToFill, { places, at, siteName }: Known): PlaceholderValues {
  const agent = { first_name: lead.agent_first_name ?? '', last_name: lead.agent_last_name ?? '' }
  return {
    lead_first_name: lead.first_name,
    lead_last_name: lead.last_name,
    lead_full_name: fullName(lead),
    lead_phone: phoneText(lead.phone, 'national'),
    lead_email: lead.email ?? '',
    lead_area: areaOf(lead, places),
    site_name: (lead.site_id === null ? null : places.sites.get(lead.site_id)?.name) ?? siteName,
    time_of_day: timeOfDay(at, lead.zone),
    agent_first_name: agent.first_name,
    agent_last_name: agent.last_name,
    agent_full_name: fullName(agent),
    agent_phone: phoneText(lead.agent_phone, 'international'),
    agent_email: lead.agent_email ?? '',
  }
}

/** The area that stands for a lead in lists, too: one of their agent's own if they want it, Toronto when they named none. */
function areaOf({ area_ids, agent_areas }: LeadToFill, places: Places): string {
  const namesOf = (type: string) =>
    area_ids.flatMap(id => {
      const place = places.areas.get(id)
      return place?.type === type ? [place.name] : []
    })
  const own = (agent_areas ?? []).flatMap(id => places.areas.get(id)?.name ?? [])
  return primaryArea(mergeAreas(namesOf('sublocality').join(', '), namesOf('locality').join(', '), own))
}

/** A number as people of the same country write it, or with its country code for whoever calls from anywhere. */
function phoneText(number: string | null, form: 'national' | 'international'): string {
  const parsed = number ? parsePhoneNumberFromString(number, region.country) : undefined
  if (!parsed) return number ?? ''
  return form === 'national' && parsed.countryCallingCode === '1'
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/** How many leads the viewer's agent has, how many have no first name to be addressed by, and one to show templates on. */
export async function placeholderGaps(ctx: QueryContext & { viewer: Viewer }): Promise<PlaceholderGaps> {
  const own = sql`FROM leads WHERE agent_id = ${ctx.viewer.agent_id}::int AND deleted_at IS NULL AND NOT is_bogus`
  const { rows } = await sql<Pick<PlaceholderGaps, 'leads' | 'without_first_name'>>`
    SELECT count(*)::int AS leads, count(*) FILTER (WHERE btrim(first_name) = '')::int AS without_first_name
    ${own}`.execute(ctx.db)
  const { rows: examples } = await sql<Pick<Row<'leads'>, 'id'> & { name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name ${own} AND btrim(first_name) <> ''
    ORDER BY last_active_at DESC, id LIMIT 1`.execute(ctx.db)
  return { leads: 0, without_first_name: 0, ...rows[0], example: examples[0] ?? null }
}
