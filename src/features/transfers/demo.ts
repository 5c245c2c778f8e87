import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import { byDay } from '../people/demo/hours.ts'

interface DemoTransfer {
  kind: 'transfer' | 'assignment'
  /** Account whose lead it is; of an assignment, whose it was. */
  from: string
  to: string
  state: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  hoursAgo: number
}

/** What is under way between the people of the demo accounts, and what was decided lately. */
const demoTransfers: readonly DemoTransfer[] = [
  { kind: 'transfer', from: 'agent', to: 'teamlead', state: 'rejected', hoursAgo: 70 },
  { kind: 'transfer', from: 'agent2', to: 'newagent', state: 'cancelled', hoursAgo: 51 },
  { kind: 'assignment', from: 'teamlead', to: 'agent2', state: 'pending', hoursAgo: 26 },
  { kind: 'transfer', from: 'agent', to: 'newagent', state: 'pending', hoursAgo: 22 },
  { kind: 'transfer', from: 'teamlead', to: 'agent', state: 'pending', hoursAgo: 19 },
  { kind: 'transfer', from: 'newagent', to: 'teamlead', state: 'pending', hoursAgo: 6 },
  { kind: 'assignment', from: 'newagent', to: 'agent', state: 'pending', hoursAgo: 4 },
  { kind: 'transfer', from: 'agent', to: 'agent2', state: 'pending', hoursAgo: 3 },
  { kind: 'transfer', from: 'agent2', to: 'agent', state: 'pending', hoursAgo: 1 },
]

/** Leads on their way between agents. */
export const demo: DemoPart = { addDailyWork: ({ db, now }) => addTransfers(db, now) }

/** Sends some leads of the demo accounts to each other. */
async function addTransfers(db: Db, now: Date): Promise<void> {
  for (const { kind, from, to, state, hoursAgo } of demoTransfers) {
    const at = new Date(byDay(now.getTime() - hoursAgo * 3_600_000, now.getTime()))
    // An assignment has happened: the lead is the receiver's, and only unread.
    const holder = kind === 'assignment' ? to : from
    await sql`
      WITH chosen AS (
        SELECT l.id FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
        WHERE u.email = ${`${holder}@keyturn.test`} AND l.deleted_at IS NULL AND NOT l.is_bogus
          AND NOT EXISTS (SELECT FROM lead_transfers t WHERE t.lead_id = l.id)
        ORDER BY l.status_value BETWEEN 1 AND 5 AND l.area_ids <> '{}' AND l.roles <> '{}' AND l.first_name <> '' DESC, l.id
        LIMIT 1)
      INSERT INTO lead_transfers (lead_id, kind, state, from_agent_id, to_agent_id, sent_by, created_at, decided_at)
      SELECT chosen.id, ${kind}, ${state}, CASE WHEN ${kind === 'transfer'} THEN fa.id END, ta.id,
             CASE WHEN ${kind === 'transfer'} THEN fu.id ELSE office.id END, ${at},
             CASE WHEN ${state !== 'pending'} THEN ${at}::timestamptz + interval '2 hours' END
      FROM chosen, users fu JOIN agents fa ON fa.user_id = fu.id, users tu JOIN agents ta ON ta.user_id = tu.id, users office
      WHERE fu.email = ${`${from}@keyturn.test`} AND tu.email = ${`${to}@keyturn.test`}
        AND office.email = 'admin@keyturn.test'`.execute(db)
  }
}
