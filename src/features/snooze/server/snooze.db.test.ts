import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { lockLead } from '../../leads/server/queries/leads.ts'
import { snoozeLead } from './commands/snooze.ts'
import { MAX_WOKEN } from './commands/waking.ts'
import { wakeLeads } from './jobs.ts'

let database: Database
let agent: TestPerson
let agent_id: number
beforeAll(async () => {
  database = await openTestDatabase()
  const added = await addAgent(database, 'Sasha')
  agent_id = added.agent_id
  agent = agentAtWork(database, added)
}, 60_000)
afterAll(() => database.close())
beforeEach(() => sql`TRUNCATE snoozes`.execute(database.db))

const HOUR = 3_600_000
const ahead = (hours: number) => new Date(Date.now() + hours * HOUR)

/** Leads whose snooze was over an hour ago, and whom nobody has woken. */
async function overslept(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO leads (first_name, agent_id, snoozed_until)
      SELECT 'Ada', ${agent_id}, ${ahead(-1)} FROM generate_series(1, ${count}::int) RETURNING id)
    INSERT INTO snoozes (lead_id, wakes_at) SELECT id, ${ahead(-1)} FROM made RETURNING lead_id AS id`.execute(
    database.db,
  )
  return rows.map(({ id }) => id)
}

/** Runs the job; answers how many transactions it took. */
async function wake(): Promise<number> {
  let transactions = 0
  const transaction = (work: (ctx: Change) => Promise<unknown>) => {
    transactions++
    return agent.writing(work)
  }
  await wakeLeads.run({ ...agent.reading, signal: new AbortController().signal, transaction } as JobContext, {})
  return transactions
}
const waiting = async () =>
  (await sql<{ lead_id: number }>`SELECT lead_id FROM snoozes ORDER BY lead_id`.execute(database.db)).rows

describe('waking snoozed leads', () => {
  it('goes on until all that are due are awake, a limited number in each transaction', async () => {
    await overslept(MAX_WOKEN + 1)
    expect(await wake()).toBe(2)
    expect(await waiting()).toEqual([])
  })

  it('puts a lead off that was made to sleep longer', async () => {
    const [early = 0, late = 0] = await overslept(2)
    await sql`UPDATE leads SET snoozed_until = ${ahead(2)} WHERE id = ${late}`.execute(database.db)
    await wake()
    expect(await waiting()).toEqual([{ lead_id: late }])
    expect(early).not.toBe(late)
  })

  it('never waits in a circle with people who snooze the same leads again', async () => {
    const ids = await overslept(30)
    const again = ids.map(id =>
      agent.writing(async ctx => {
        await snoozeLead(ctx, await lockLead(ctx, id), ahead(3))
      }),
    )
    await Promise.all([wake(), ...again, wake()])
    expect(await waiting()).toEqual(ids.map(lead_id => ({ lead_id })))
  })
})
