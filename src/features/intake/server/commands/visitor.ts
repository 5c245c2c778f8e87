import type { Change } from '../../../../platform/server/context.ts'
import { recordSignals } from '../../../leads/server/commands/signals.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { rolesOf } from '../../rules/events.ts'
import { areasOf, type FoundLead, findOrCreate } from './people.ts'
import { recordSaid } from './requests.ts'

/** Somebody who left their name and how to reach them in person, such as at an open house. */
export interface Visitor {
  /** Where they did, as leads name it. */
  source: string
  first_name: string
  last_name: string
  email: string | null
  /** As E.164. */
  phone: string | null
  /** The home that they came for. */
  home: { mls_number: string | null; offer: 'sale' | 'lease'; neighbourhood: string; city: string }
  /** The agent of the lead when it is new; without one it is distributed like others. */
  agent_id: number | null
  came_at: Date
  /** The words by which they agreed to e-mails; `null` when they did not. */
  agreed: string | null
}

/**
 * Takes in a person like somebody who asks on a site: whoever is known stays who they are and only gains what was missing, anybody
 * else becomes a lead. Says when they came, and what they agreed to.
 */
export async function takeInVisitor(ctx: Change, visitor: Visitor): Promise<FoundLead> {
  const { source, home, came_at, agreed, first_name, last_name, email, phone, agent_id } = visitor
  const at = came_at.toISOString()
  const fields = {
    first_name,
    last_name,
    email,
    phone,
    agent_id,
    source,
    roles: rolesOf('contact_agent', {}, home.offer),
    area_ids: areasOf([home.neighbourhood, home.city], await placesOf(ctx)),
    created_at: at,
    last_active_at: at,
    was_active: true,
    asked_about: home.mls_number,
  }
  const lead = (await findOrCreate(ctx, [{ id: 0, fields }])).get(0)
  if (!lead) throw new Error('A visitor became no lead.')
  await recordSignals(ctx, [{ id: lead.id, active_at: at }])
  await recordSaid(
    { ...ctx, now: came_at },
    {
      lead_id: lead.id,
      source,
      reached: [...(email ? (['email'] as const) : []), ...(phone ? (['text', 'call'] as const) : [])],
      agreed: agreed !== null && email ? ['email'] : [],
      wording: agreed,
    },
  )
  return lead
}
