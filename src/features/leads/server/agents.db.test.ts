import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { changeAgents } from './commands/agents.ts'
import { createLeads } from './commands/create.ts'
import { requireFullLead } from './queries/leads.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson
let admin: TestPerson

beforeAll(async () => {
  database = await openTestDatabase()
  const first = await addAgent(database, 'Ann')
  ann = agentAtWork(database, first)
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  admin = adminAtWork(database, first.user_id)
})
afterAll(() => database.close())

const leadsOf = (person: TestPerson, count: number) =>
  admin.writing(async ctx => {
    const many = Array.from({ length: count }, (_, at) => ({ first_name: `L${at}`, agent_id: person.viewer.agent_id }))
    return (await createLeads(ctx, many)).map(lead => lead.id)
  })

it('hands leads over: the new agent sees them, the old one no longer, and who had them is answered', async () => {
  const [one, two] = await leadsOf(ann, 2)
  const [others] = await leadsOf(bob, 1)
  const ids = [two, one, others].filter(id => id !== undefined)
  const handed = await admin.writing(ctx => changeAgents(ctx, ids, bob.viewer.agent_id))
  expect(handed.map(lead => [lead.id, lead.agent_id])).toEqual([
    [one, ann.viewer.agent_id],
    [two, ann.viewer.agent_id],
  ])
  expect(await requireFullLead(bob.reading, one ?? 0)).toMatchObject({
    agent_id: bob.viewer.agent_id,
    claimed_by: bob.viewer.agent_id,
    claimed: true,
    version: 2,
  })
  await expect(requireFullLead(ann.reading, one ?? 0)).rejects.toMatchObject({ code: 'not_found' })
})

it('takes a lead from everybody, and gives it back as it was', async () => {
  const [id = 0] = await leadsOf(ann, 1)
  const [before] = await admin.writing(ctx => changeAgents(ctx, [id], null))
  expect(await requireFullLead(admin.reading, id)).toMatchObject({ agent_id: null, claimed_at: null, claimed_by: null })
  await admin.writing(ctx =>
    changeAgents(ctx, [id], before?.agent_id ?? null, {
      by: before?.claimed_by ?? null,
      at: before?.claimed_at ?? null,
    }),
  )
  expect(await requireFullLead(ann.reading, id)).toMatchObject({ claimed_at: before?.claimed_at })
})

it('tells both agents and whoever sees all', async () => {
  const ids = await leadsOf(ann, 1)
  await admin.writing(ctx => changeAgents(ctx, ids, bob.viewer.agent_id))
  const { rows } = await sql<{ audience: string[] }>`
    SELECT audience FROM live_changes WHERE topic = 'leads' ORDER BY id DESC LIMIT 1`.execute(database.db)
  expect(rows[0]?.audience.toSorted()).toEqual(
    ['right:view_all_leads', `agent:${ann.viewer.agent_id}`, `agent:${bob.viewer.agent_id}`].toSorted(),
  )
})
