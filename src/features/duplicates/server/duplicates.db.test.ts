import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, addArea, adminAtWork, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createLead, type NewLeadFields } from '../../leads/server/commands/create.ts'
import { removeLeads } from '../../leads/server/commands/removal.ts'
import { lookForPairs } from './commands/look.ts'
import { duplicateHandlers } from './handlers.ts'
import { lookForDuplicates } from './jobs/look.ts'
import { sweepBatch } from './jobs/sweep.ts'
import { beginSweep } from './queries/sweeps.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson
let admin: TestPerson
let area: number

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }

beforeAll(async () => {
  database = await openTestDatabase()
  area = await addArea(database, 'locality', 'Testopolis')
  const first = await addAgent(database, 'Ann')
  ann = agentAtWork(database, first)
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  admin = adminAtWork(database, first.user_id)
})

afterAll(() => database.close())

async function add(fields: NewLeadFields, owner: TestPerson = ann): Promise<number> {
  const { id } = await owner.writing(ctx => createLead(ctx, { agent_id: owner.viewer.agent_id, ...fields }))
  return id
}
const look = (...ids: number[]) => admin.writing(ctx => lookForPairs(ctx, ids))
const pairs = async (person = ann, input: object = {}) => duplicateHandlers.list(person.reading, input, extra)
const idsOf = (pair: { leads: readonly { id: number }[] }) => pair.leads.map(lead => lead.id)
async function pairOf(a: number, b: number, person = ann) {
  const { data } = await pairs(person, { perPage: 200 })
  return data.find(pair => idsOf(pair).includes(a) && idsOf(pair).includes(b))
}

describe('likely duplicates', () => {
  it('are found by name and area, by a mistyped number, by a nickname, by swapped and by similar names', async () => {
    const known = await add({ first_name: 'Roberta', last_name: 'Vandermeer', phone: '+14165550123', area_ids: [area] })
    const likes: [NewLeadFields, string][] = [
      [{ first_name: 'Roberta', last_name: 'Vandermeer', email: 'r.v@one.test', area_ids: [area] }, 'same_name'],
      [{ first_name: 'Vandermeer', last_name: 'Roberta', area_ids: [area] }, 'swapped_name'],
      [{ first_name: 'Robertta', last_name: 'Vandermeer', phone: '+14165550124' }, 'phone_digit'],
      [{ first_name: 'Roberta', last_name: 'Vandermere', phone: '+19055550123', area_ids: [area] }, 'phone_end'],
    ]
    for (const [fields, reason] of likes) {
      const id = await add(fields)
      await look(id)
      expect((await pairOf(known, id))?.reasons, JSON.stringify(fields)).toContain(reason)
    }
    const bill = await add({ first_name: 'Bill', last_name: 'Okonkwo', area_ids: [area] })
    const william = await add({ first_name: 'William', last_name: 'Okonkwo', area_ids: [area] })
    await look(william)
    expect(await pairOf(bill, william)).toMatchObject({ reasons: ['nickname', 'same_area', 'no_contact'] })
  })

  it('are found by a similar name where it sounds alike, or where one part is the same, in any script', async () => {
    const known = await add({ first_name: 'Rosalinda', last_name: 'Brandermeer', area_ids: [area] })
    const cyrillic = await add({ first_name: 'Олександр', last_name: 'Шевченко', area_ids: [area] })
    for (const [first_name, last_name, other] of [
      ['Rosallinda', 'Brandermere', known],
      ['Rosalindra', 'Brandermeer', known],
      ['Rosalinda', 'Brandermehr', known],
      ['Олександра', 'Шевченко', cyrillic],
    ] as const) {
      const id = await add({ first_name, last_name, area_ids: [area] })
      await look(id)
      expect((await pairOf(other, id))?.reasons, `${first_name} ${last_name}`).toContain('similar_name')
    }
  })

  it('are looked for once where one lead changed many times', () => {
    const asked = [{ leads: [1, 2] }, { leads: [2] }, { leads: [3] }]
    expect(lookForDuplicates.merge(asked)).toEqual({ leads: [1, 2, 3] })
  })

  it('are not made of a name alone, of a number alone, or of a provider that everybody uses', async () => {
    const known = await add({ first_name: 'Common', last_name: 'Singh', phone: '+14165550201', email: 'a@gmail.com' })
    for (const fields of [
      { first_name: 'Common', last_name: 'Singh', email: 'other@gmail.com' },
      { first_name: 'Quite', last_name: 'Different', phone: '+14165550202', area_ids: [area] },
    ]) {
      const id = await add(fields)
      await look(id)
      expect(await pairOf(known, id)).toBeUndefined()
    }
  })

  it('go when one of the two changes, and stay away once somebody says that they are two people', async () => {
    const one = await add({ first_name: 'Twin', last_name: 'Petrovic', area_ids: [area], email: 'one@twins.test' })
    const two = await add({ first_name: 'Twin', last_name: 'Petrovic', area_ids: [area], email: 'two@twins.test' })
    await look(one, two)
    const pair = await pairOf(one, two)
    expect(pair?.reasons).toEqual(['same_name', 'same_domain', 'same_area'])
    await ann.writing(ctx => duplicateHandlers.dismiss(ctx, { id: pair?.id ?? 0 }, extra))
    await look(one, two)
    expect(await pairOf(one, two)).toBeUndefined()
    expect((await pairs(ann, { dismissed: true })).data.map(idsOf)).toContainEqual([one, two])
    await ann.writing(ctx => duplicateHandlers.offerAgain(ctx, { id: pair?.id ?? 0 }, extra))
    expect(await pairOf(one, two)).toBeDefined()
    await database.pool.query(`UPDATE leads SET last_name = 'Somebody' WHERE id = $1`, [two])
    await look(two)
    expect(await pairOf(one, two)).toBeUndefined()
  })

  it('are shown to those who reach both leads, and of a pair out of reach nothing is told', async () => {
    const hers = await add({ first_name: 'Shared', last_name: 'Kowalczyk', area_ids: [area] })
    const his = await add({ first_name: 'Shared', last_name: 'Kowalczyk', area_ids: [area] }, bob)
    await look(hers, his)
    const pair = await pairOf(hers, his, admin)
    expect(pair).toBeDefined()
    for (const person of [ann, bob]) {
      expect(await pairOf(hers, his, person)).toBeUndefined()
      await expect(
        person.writing(ctx => duplicateHandlers.dismiss(ctx, { id: pair?.id ?? 0 }, extra)),
      ).rejects.toMatchObject({ code: 'not_found' })
      await expect(duplicateHandlers.compare(person.reading, { id: hers, with: his }, extra)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    expect((await duplicateHandlers.ofLead(ann.reading, { id: hers }, extra)).data).toEqual([])
    const { count } = await duplicateHandlers.count(bob.reading, {}, extra)
    expect(count).toBe(0)
  })

  it('come page by page, each once', async () => {
    const all = await pairs(admin, { perPage: 200 })
    const seen: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await pairs(admin, { perPage: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.data.map(pair => pair.id))
      if (!page.next_cursor) break
      cursor = page.next_cursor
    }
    expect(seen).toEqual(all.data.map(pair => pair.id))
    expect(all.total).toBe(seen.length)
  })

  it('are found by the nightly walk too, which looks again only at what changed since', async () => {
    const one = await add({ first_name: 'Night', last_name: 'Walker', area_ids: [area] })
    const two = await add({ first_name: 'Night', last_name: 'Walker', area_ids: [area] })
    const walk = async () => {
      await admin.writing(ctx => beginSweep(ctx))
      while (await admin.writing(ctx => sweepBatch(ctx)));
      const { rows } = await database.pool.query('SELECT looked_at FROM duplicate_sweeps ORDER BY id DESC LIMIT 1')
      return rows[0]?.looked_at
    }
    expect(await walk()).toBeGreaterThan(10)
    expect(await pairOf(one, two)).toBeDefined()
    await ann.writing(ctx => removeLeads(ctx, [two]))
    expect(await walk()).toBe(0)
    expect((await database.pool.query('SELECT FROM duplicate_pairs WHERE other_id = $1', [two])).rows).toEqual([])
  })
})
