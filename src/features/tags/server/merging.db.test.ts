import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { MERGE_REST_MS, RESTORE_MS } from '../rules.ts'
import { tagLeads, untagLeads } from './commands/leadTags.ts'
import { deleteTag, mergeTags, restoreTag, tagOfName } from './commands/tags.ts'
import { clearTag } from './jobs.ts'
import { managedTags } from './queries/managed.ts'

let database: Database
let admin: TestPerson
let agent: TestPerson
let agentId: number
/** The moment at which requests and jobs happen. */
let now: Date
let enqueued: number[]

beforeAll(async () => {
  database = await openTestDatabase()
  const added = await addAgent(database, 'Tagger')
  agentId = added.agent_id
  agent = agentAtWork(database, added)
  admin = adminAtWork(database, added.user_id)
})
afterAll(() => database.close())
beforeEach(async () => {
  now = new Date('2026-03-02T10:00:00Z')
  enqueued = []
  await sql`TRUNCATE leads, tags RESTART IDENTITY CASCADE`.execute(database.db)
})

const writing = <Result>(work: (ctx: WriteContext) => Promise<Result>, who = admin): Promise<Result> =>
  who.writing(ctx =>
    work({
      ...ctx,
      now,
      enqueue: async (_job, data) => void enqueued.push((data as { tag_id: number }).tag_id),
    }),
  )
const jobContext = (signal = new AbortController().signal): JobContext => ({
  ...admin.reading,
  now,
  signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) => writing(ctx => work({ ...ctx, author: null })),
})
const clear = (tag_id: number, signal?: AbortSignal) => clearTag.run(jobContext(signal), { tag_id })

async function leads(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO leads (first_name, agent_id) SELECT 'Lead', ${agentId} FROM generate_series(1, ${count}) RETURNING id`.execute(
    database.db,
  )
  return rows.map(row => row.id)
}
/** Merges, and lets the moment pass in which that can be taken back. */
const merge = async (from: number, into: number) => {
  await writing(ctx => mergeTags(ctx, from, into))
  now = new Date(now.getTime() + MERGE_REST_MS)
}
const tag = async (name: string, who = admin) => (await writing(ctx => tagOfName(ctx, { name }), who)).id

/** The tags of every lead, by its place among them; both tables must agree. */
async function tagsOfAll(): Promise<number[][]> {
  const { rows } = await sql<{ tag_ids: number[]; rows: number[] }>`
    SELECT tag_ids, ARRAY(SELECT tag_id FROM lead_tags WHERE lead_id = leads.id) AS rows FROM leads ORDER BY id`.execute(
    database.db,
  )
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
  for (const row of rows) expect(sorted(row.tag_ids)).toEqual(sorted(row.rows))
  return rows.map(row => sorted(row.tag_ids))
}
const countsOf = async (who = admin) =>
  new Map((await managedTags(who.reading, {})).data.map(({ name, leads: count }) => [name, count]))

describe('merging a tag', () => {
  it('moves its leads in batches, keeps what they have already, and ends with one tag', async () => {
    const ids = await leads(1200)
    const [from, into, other] = [await tag('Old'), await tag('New'), await tag('Other')]
    await writing(ctx => tagLeads(ctx, ids, [from]))
    await writing(ctx => tagLeads(ctx, ids.slice(0, 100), [into, other]))
    await sql`UPDATE leads SET deleted_at = now() WHERE id = ${ids[0]}`.execute(database.db)
    await merge(from, into)
    expect(enqueued).toEqual([from])
    // Until its leads have moved it is still theirs, but nobody can choose it.
    expect((await managedTags(admin.reading, { id: from })).data[0]).toMatchObject({
      leads: 1199,
      merged_into: { id: into },
    })
    expect(await writing(ctx => tagOfName(ctx, { name: 'Other' }))).toMatchObject({ id: other })
    await clear(from)
    const all = await tagsOfAll()
    expect(all.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => [into, other]))
    expect(all.slice(100).every(tags => tags.length === 1 && tags[0] === into)).toBe(true)
    expect(await countsOf()).toEqual(
      new Map([
        ['New', 1199],
        ['Other', 99],
      ]),
    )
    const { rows } = await sql`SELECT 1 FROM audit_entries WHERE changes::text LIKE '%merged_into%'`.execute(
      database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('goes on where a stopped process left it, and a second run changes nothing', async () => {
    const ids = await leads(1100)
    const [from, into] = [await tag('Old'), await tag('New')]
    await writing(ctx => tagLeads(ctx, ids, [from]))
    await merge(from, into)
    await clear(from, AbortSignal.abort())
    expect(enqueued).toEqual([from, from])
    expect((await tagsOfAll()).filter(tags => tags[0] === into)).toHaveLength(500)
    await Promise.all([clear(from), clear(from)])
    expect((await tagsOfAll()).every(tags => tags.length === 1 && tags[0] === into)).toBe(true)
    const before = await tagsOfAll()
    await clear(from)
    expect(await tagsOfAll()).toEqual(before)
  })

  it('is refused into itself, into what is gone, into the tag of another agent, and while another moves into it', async () => {
    const [own, forAll, third] = [await tag('Own', agent), await tag('All'), await tag('Third')]
    await expect(writing(ctx => mergeTags(ctx, forAll, forAll))).rejects.toMatchObject({ code: 'validation' })
    await expect(writing(ctx => mergeTags(ctx, forAll, own))).rejects.toMatchObject({ code: 'validation' })
    await expect(writing(ctx => mergeTags(ctx, own, 999))).rejects.toMatchObject({ code: 'validation' })
    await merge(own, forAll)
    await expect(writing(ctx => mergeTags(ctx, forAll, third))).rejects.toMatchObject({ code: 'conflict' })
    await expect(writing(ctx => deleteTag(ctx, forAll))).rejects.toMatchObject({ code: 'conflict' })
    await expect(writing(ctx => mergeTags(ctx, own, third))).rejects.toMatchObject({ code: 'not_found' })
    await clear(own)
    await writing(ctx => mergeTags(ctx, forAll, third))
  })

  it('is taken back as long as its leads rest, and not later', async () => {
    const ids = await leads(3)
    const [from, into] = [await tag('Old'), await tag('New')]
    await writing(ctx => tagLeads(ctx, ids, [from]))
    await writing(ctx => mergeTags(ctx, from, into))
    await clear(from)
    expect((await tagsOfAll()).flat()).toEqual([from, from, from])
    await writing(ctx => restoreTag(ctx, from))
    expect(await writing(ctx => tagOfName(ctx, { name: 'Old' }))).toMatchObject({ id: from })
    await merge(from, into)
    await expect(writing(ctx => restoreTag(ctx, from))).rejects.toMatchObject({ code: 'conflict' })
    await clear(from)
    expect((await tagsOfAll()).flat()).toEqual([into, into, into])
  })

  it('of two at once in opposite directions lets one win', async () => {
    const [one, other] = [await tag('One'), await tag('Other')]
    const outcomes = await Promise.allSettled([
      writing(ctx => mergeTags(ctx, one, other)),
      writing(ctx => mergeTags(ctx, other, one)),
    ])
    expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('loses no lead that is tagged meanwhile', async () => {
    const ids = await leads(40)
    const [from, into] = [await tag('Old'), await tag('New')]
    const outcomes = await Promise.all([
      merge(from, into).then(() => clear(from)),
      ...ids.map(id =>
        writing(async ctx => tagLeads(ctx, [id], [(await tagOfName(ctx, { name: 'Old' })).id])).catch(() => id),
      ),
    ])
    await clear(from)
    const refused = outcomes.filter(outcome => typeof outcome === 'number')
    const tagged = (await tagsOfAll()).filter(tags => tags.length > 0)
    expect(tagged.length).toBe(ids.length - refused.length)
    // Anybody who comes after the merge makes a new tag of the name that is free again.
    expect(tagged.flat()).not.toContain(from)
    expect(tagged.flat().every(id => id >= into)).toBe(true)
  })
})

describe('deleting a tag', () => {
  it('hides it at once, gives its leads back when taken back, and frees its name', async () => {
    const ids = await leads(3)
    const gone = await tag('Gone')
    await writing(ctx => tagLeads(ctx, ids, [gone]))
    await writing(ctx => deleteTag(ctx, gone))
    expect(await countsOf()).toEqual(new Map())
    now = new Date(now.getTime() + RESTORE_MS - 1)
    await clear(gone)
    await writing(ctx => restoreTag(ctx, gone))
    expect(await countsOf()).toEqual(new Map([['Gone', 3]]))
    await writing(ctx => deleteTag(ctx, gone))
    await tag('gone')
    await expect(writing(ctx => restoreTag(ctx, gone))).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is for good after ten minutes; then its leads forget it, in batches', async () => {
    const ids = await leads(1100)
    const [gone, kept] = [await tag('Gone'), await tag('Kept')]
    await writing(ctx => tagLeads(ctx, ids, [gone, kept]))
    await writing(ctx => deleteTag(ctx, gone))
    now = new Date(now.getTime() + RESTORE_MS)
    await expect(writing(ctx => restoreTag(ctx, gone))).rejects.toMatchObject({ code: 'not_found' })
    await clear(gone)
    expect((await tagsOfAll()).every(tags => tags.length === 1 && tags[0] === kept)).toBe(true)
  })
})

describe('tags in any order of changes', () => {
  it('are the same in both tables, and count as many leads as have them', async () => {
    const ids = await leads(6)
    const tags = [await tag('A'), await tag('B'), await tag('C')]
    const change = fc.record({
      add: fc.boolean(),
      leads: fc.subarray(ids, { minLength: 1 }),
      tags: fc.subarray(tags, { minLength: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async changes => {
        await writing(ctx => untagLeads(ctx, ids, tags))
        const model = new Map(ids.map(id => [id, new Set<number>()]))
        for (const { add, leads: some, tags: these } of changes) {
          const done = await writing(ctx => (add ? tagLeads : untagLeads)(ctx, some, these))
          const expected = some.flatMap(id =>
            these.filter(one => model.get(id)?.has(one) !== add).map(one => [id, one]),
          )
          expect(done.map(({ lead_id, tag_id }) => [lead_id, tag_id])).toEqual(expected)
          for (const id of some) for (const one of these) model.get(id)?.[add ? 'add' : 'delete'](one)
        }
        expect(await tagsOfAll()).toEqual(ids.map(id => [...(model.get(id) ?? [])].toSorted((a, b) => a - b)))
        const counts = await countsOf()
        for (const [at, name] of ['A', 'B', 'C'].entries())
          expect(counts.get(name)).toBe(ids.filter(id => model.get(id)?.has(tags[at] ?? 0)).length)
      }),
      { numRuns: 25 },
    )
  })
})
