import type { World } from './world.ts'

const FIVE = 'generate_series(1, 5) AS place'

/** Five numbers that the agent blocked. */
export const addBlocks = async (world: World): Promise<undefined> =>
  void (await world.one(
    `INSERT INTO blocked_numbers (number, agent_id, user_id, blocked_at)
     SELECT '+1416555018' || place, $1, $2, '2026-01-01' FROM ${FIVE} RETURNING id`,
    [await world.agentId('agent'), await world.userId('agent')],
  ))

/** Five imports of the do-not-call list, written down at the same moment. */
export const addCallLists = async (world: World): Promise<undefined> =>
  void (await world.one(
    `INSERT INTO do_not_call_lists (file_name, file_size, obtained_on, state, created_at)
     SELECT 'list-' || place || '.csv', 11, '2026-01-01', 'cancelled', '2026-01-01' FROM ${FIVE} RETURNING id`,
  ))

/** Five calls that a block of the agent rejected. */
export const addStopped = async (world: World): Promise<undefined> =>
  void (await world.one(
    `WITH block AS (INSERT INTO blocked_numbers (number, agent_id, user_id, blocked_at)
                    VALUES ('+14165550190', $1, $2, '2026-01-01') RETURNING id)
     INSERT INTO stopped_contacts (blocked_number_id, kind, agent_id, stopped_at)
     SELECT id, 'call_rejected', $1, '2026-01-02' FROM block, ${FIVE} RETURNING id`,
    [await world.agentId('agent'), await world.userId('agent')],
  ))

/** Four leads of the agent who wrote. */
export async function addThreads(world: World): Promise<undefined> {
  for (let place = 0; place < 4; place++)
    await world.one(
      `WITH text AS (INSERT INTO texts (lead_id, number, direction, body, created_at)
                     VALUES ($1, '+16475550100', 'in', 'Hi', '2026-01-01') RETURNING id)
       INSERT INTO text_threads (lead_id, number, last_text_id, last_at, unread, is_waiting)
       SELECT $1, '+16475550100', id, '2026-01-01', 1, true FROM text RETURNING id`,
      [await world.lead('agent')],
    )
}

/** Five texts of a lead. */
export async function addTexts(world: World, lead: number): Promise<{ path: { leadId: number } }> {
  await world.one(
    `INSERT INTO texts (lead_id, number, direction, body, created_at)
     SELECT $1, '+16475550101', 'in', 'Hi', '2026-01-01' FROM ${FIVE} RETURNING id`,
    [lead],
  )
  return { path: { leadId: lead } }
}

/** Five texts of a number that nobody knows. */
export async function addStranger(world: World): Promise<{ path: { id: number } }> {
  const id = await world.one(
    `WITH said AS (INSERT INTO texts (number, direction, body, created_at)
                   SELECT '+14375550102', 'in', 'Hi', '2026-01-01' FROM ${FIVE} RETURNING id)
     INSERT INTO text_threads (number, last_text_id, last_at, unread, is_waiting)
     SELECT '+14375550102', max(id), '2026-01-01', 5, true FROM said RETURNING id`,
  )
  return { path: { id } }
}
