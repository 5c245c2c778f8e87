import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, agentAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createLeads } from './commands/create.ts'
import { listed, phoneEndCondition } from './queries/filters.ts'
import { foundLeads } from './queries/pages.ts'

let database: Database
let admin: TestPerson
let ann: TestAgent

beforeAll(async () => {
  database = await openTestDatabase()
  ann = await addAgent(database, 'Ann')
  const bob = await addAgent(database, 'Bob')
  admin = adminAtWork(database, ann.user_id)
  const lead = (first_name: string, phone: string, more: object = {}) => ({
    first_name,
    last_name: 'Found',
    email: `${first_name.toLowerCase()}@found.test`,
    phone,
    agent_id: ann.agent_id,
    ...more,
  })
  await admin.writing(ctx =>
    createLeads(ctx, [
      lead('Within', '+14165014799'),
      lead('Mailed', '+14165550199', { email: 'omar0147@found.test' }),
      lead('Priya', '+14165550147'),
      lead('Private', '+14165550188', { phone_private: '+16475550147' }),
      lead('Other', '+14375550147', { agent_id: bob.agent_id }),
    ]),
  )
  await sql`INSERT INTO leads (first_name, last_name, phone, agent_id)
    SELECT 'Many', 'Others', '+1905' || translate(lpad((n * 7919 % 10000000)::text, 7, '0'), '0', '2'), ${ann.agent_id}
    FROM generate_series(1, 20000) n`.execute(database.db)
  await sql`ANALYZE leads`.execute(database.db)
})
afterAll(() => database.close())

const found = async (person: TestPerson, search: string, limit = 50) =>
  (await foundLeads(person.reading, search, limit)).map(({ first_name }) => first_name).filter(name => name !== 'Many')

describe('suggestions for digits', () => {
  it('are those whose number ends with them first, also a private one, then whoever has them anywhere', async () => {
    const names = await found(admin, '0147')
    expect(new Set(names.slice(0, 3))).toEqual(new Set(['Priya', 'Private', 'Other']))
    expect(new Set(names.slice(3))).toEqual(new Set(['Within', 'Mailed']))
    expect(new Set(await found(admin, '555-0147'))).toEqual(new Set(['Priya', 'Private', 'Other']))
  })

  it('name nobody twice, and no more than asked for', async () => {
    const names = await found(admin, '0147')
    expect(new Set(names).size).toBe(names.length)
    expect(await foundLeads(admin.reading, '0147', 2)).toHaveLength(2)
  })

  it('are among the leads that the person reaches', async () => {
    expect(await found(agentAtWork(database, ann), '0147')).not.toContain('Other')
  })

  it.each(['014', '0147', '550147', '(416) 555-0147'])('are looked up in an index: %s', async search => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT id FROM leads WHERE ${listed} AND ${phoneEndCondition(search) ?? sql`true`}`.execute(database.db)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('leads_find')
    expect(plan).not.toContain('Seq Scan')
  })

  it('are not looked for by the end of a number where letters were typed', () => {
    expect(['am', '0147 king', '01'].map(phoneEndCondition)).toEqual([null, null, null])
  })
})
