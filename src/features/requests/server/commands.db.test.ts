import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { requestSubmitted, type SubmittedRequest } from '../events.ts'
import { submitRequest } from './commands.ts'

describe('a request that a door hands in', () => {
  let database: Database
  let person: TestPerson
  let lead: number
  const submitted: SubmittedRequest[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    const agent = await addAgent(database, 'Maya')
    person = agentAtWork(database, agent)
    const { rows } = await sql<{ id: number }>`
      INSERT INTO leads (first_name, email, agent_id) VALUES ('Amara', 'amara@people.test', ${agent.agent_id})
      RETURNING id`.execute(database.db)
    lead = rows[0]?.id ?? 0
    requestSubmitted.on(async (_ctx, request) => void submitted.push(request))
  })
  afterAll(() => database.close())

  const submit = (fields: object = {}) =>
    person.writing(ctx =>
      submitRequest(ctx, { lead_id: lead, kind: 'sell', address: '9 Elm St', source: 'Website', ...fields }),
    )
  const count = async (table: string) =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(database.db)).rows[0]
      ?.count

  it('counts once however often the door tells of it, also at once, and is told once to other features', async () => {
    const key = { source_key: 'website 17' }
    const answers = await Promise.all([submit(key), submit(key), submit(key)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    // Told again later, with other words: the door means the one that it told of.
    expect(await submit({ ...key, message: 'Changed' })).toMatchObject({ message: '', id: answers[0]?.id })
    expect([await count('lead_requests'), await count('tasks')]).toEqual([1, 1])
    expect(submitted).toEqual([{ id: answers[0]?.id, lead_id: lead, agent_id: person.viewer.agent_id, kind: 'sell' }])
  })

  it('leaves nothing behind when it is refused', async () => {
    await expect(submit({ kind: 'offer', address: '10 Elm St' })).rejects.toMatchObject({ code: 'validation' })
    await expect(submit({ lead_id: lead + 1 })).rejects.toMatchObject({ code: 'not_found' })
    expect([await count('lead_requests'), await count('tasks')]).toEqual([1, 1])
  })

  it('may name a home that no listing service knows, written in any case', async () => {
    const first = await submit({ kind: 'viewing', address: '12 Oak Ave', times: [] })
    const again = await submit({ kind: 'viewing', address: '12 OAK AVE', times: [], message: 'After work' })
    expect(again).toMatchObject({ id: first.id, address: '12 Oak Ave', listing: null, message: 'After work' })
  })
})
