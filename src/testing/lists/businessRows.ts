import type { World } from '../world.ts'

const AT = `'2026-11-20T15:00:00Z'::timestamptz`
const FIVE = 'generate_series(1, 5) AS place'

/** Leads of the pool that came to it at the same moment. */
export const addPooledLeads = (world: World): Promise<number> =>
  world.one(
    `WITH made AS (INSERT INTO leads (first_name, created_at) SELECT 'Pooled', ${AT} FROM ${FIVE} RETURNING id)
     INSERT INTO lead_distributions (lead_id, state, lead_type, why, since)
     SELECT id, 'pooled', 'buyer', 'No agent was free', ${AT} FROM made`,
  )

/** Leads that the agent claimed at the same moment. */
export const addClaims = async (world: World): Promise<number> =>
  world.one(
    `WITH made AS (INSERT INTO leads (first_name, agent_id) SELECT 'Claimed', $1 FROM ${FIVE} RETURNING id, agent_id)
     INSERT INTO lead_claims (lead_id, agent_id, claimed_at, by) SELECT id, agent_id, ${AT}, 'pool' FROM made`,
    [await world.agentId('agent')],
  )

/** Notifications of the agent, all of the same moment. */
export const addNotifications = async (world: World): Promise<number> =>
  world.one(
    `INSERT INTO notifications (user_id, kind, cause, title, path, created_at)
     SELECT $1, 'text', 'text ' || place, 'Ada texted you', '/leads', ${AT} FROM ${FIVE}`,
    [await world.userId('agent')],
  )

/** Claims of one session, all at the same moment, and how the report about them is asked for. */
export async function addHappyHourClaims(world: World): Promise<{ query: { from: string; to: string } }> {
  await world.one(
    `WITH held AS (
       INSERT INTO happy_hour_sessions (agent_id, settings_id, day, window_start, window_end, started_at, ends_at)
       SELECT $1, min(id), '2026-11-20', ${AT}, ${AT}, ${AT}, ${AT} FROM happy_hour_settings RETURNING id, agent_id)
     INSERT INTO happy_hour_claims (session_id, agent_id, claimed_at) SELECT id, agent_id, ${AT} FROM held, ${FIVE}`,
    [await world.agentId('agent')],
  )
  return { query: { from: '2026-11-20', to: '2026-11-20' } }
}

/** Versions of the quota rules. */
export const addQuotaVersions = (world: World): Promise<number> =>
  world.one(`INSERT INTO quota_versions (number, ladders) SELECT place, '{"rental": [], "buyer": []}' FROM ${FIVE}`)

/** Deals of the agent, each with a client whom nobody has matched yet. */
export async function addDeals(world: World): Promise<undefined> {
  for (let place = 0; place < 4; place++)
    await world.one(
      `INSERT INTO deal_clients (deal_id, position, side, first_name) VALUES ($1, 0, 'buyer', 'Ada') RETURNING id`,
      [await world.deal('agent')],
    )
}

/** People who were erased at the same moment. */
export const addErasures = (world: World): Promise<number> =>
  world.one(
    `INSERT INTO erasures (lead_id, erased_at, reason, removed, kept)
     SELECT 900000 + place, ${AT}, 'They asked for it.', '[]', '[]' FROM ${FIVE} RETURNING id`,
  )

/** Listings of the brokerage. */
export const addBrokerageListings = (world: World): Promise<number> =>
  world.one(
    `INSERT INTO brokerage_listings (status, offer, property_type, price, street_number, street_name, city, created_at, updated_at)
     SELECT 'active', 'sale', 'Detached', 90000000, '31', 'Beatrice St', 'Toronto', ${AT}, ${AT} FROM ${FIVE} RETURNING id`,
  )

/** What was recorded of the screen of the agent, on pages that were opened at the same moment. */
export const addRecordings = async (world: World): Promise<number> =>
  world.one(
    `WITH known AS (
       INSERT INTO recording_identifications (user_id, actor_user_id, day, created_at)
       VALUES ($1, $1, '2026-11-20', ${AT}) RETURNING id)
     INSERT INTO session_recordings (identification_id, run, started_at)
     SELECT id, gen_random_uuid(), ${AT} FROM known, ${FIVE} RETURNING id`,
    [await world.userId('agent')],
  )

/** What one webhook posted at the same moment. */
export async function addWebhookDeliveries(world: World): Promise<{ path: { id: number } }> {
  const id = await world.one(
    `WITH made AS (INSERT INTO webhook_subscriptions (url, events, secret, created_at, is_active)
                   VALUES ('https://hooks.example.com/in', '{lead.created}', 'x', ${AT}, false) RETURNING id),
     happened AS (INSERT INTO webhook_events (id, type, subject, data, occurred_at)
                  SELECT gen_random_uuid(), 'lead.created', 'lead', '{}', ${AT} FROM ${FIVE} RETURNING id)
     INSERT INTO webhook_deliveries (subscription_id, event_id, order_key, due_at, created_at)
     SELECT made.id, happened.id, 'lead 1', ${AT}, ${AT} FROM made, happened RETURNING subscription_id AS id`,
  )
  return { path: { id } }
}

/** Leads of the agent who came in at the same moment, and how those behind a number of a report are asked for. */
export async function addReportedLeads(
  world: World,
): Promise<{ path: { name: string }; query: { from: string; to: string; metric: string } }> {
  await world.one(
    `INSERT INTO leads (first_name, agent_id, created_at) SELECT 'Reported', $1, ${AT} FROM ${FIVE} RETURNING id`,
    [await world.agentId('agent')],
  )
  return { path: { name: 'response-times' }, query: { from: '2026-11-20', to: '2026-11-20', metric: 'new_leads' } }
}

/** Showings of a lead, some at the same moment. */
export const bookShowings = (world: World, lead: number): Promise<number> =>
  world.one(
    `INSERT INTO showings (lead_id, address_formatted, starts_at, ends_at)
     SELECT $1, place || ' Stadium Rd', day, day + interval '30 minutes'
     FROM unnest('{2098-01-01,2098-01-01,2099-01-01,2021-01-01,2021-01-01,2022-01-01}'::timestamptz[])
       WITH ORDINALITY AS booked (day, place)`,
    [lead],
  )
