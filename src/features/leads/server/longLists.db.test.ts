import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { LeadSort } from '../contract/filters.ts'
import { leadHandlers } from './handlers.ts'
import { leadCount, leadPage } from './queries/pages.ts'

const HOW_MANY = 12_000
const extra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }
let database: Database
let admin: TestPerson

beforeAll(async () => {
  database = await openTestDatabase()
  admin = adminAtWork(database, (await addAgent(database, 'Ann')).user_id)
  await sql`
    INSERT INTO leads (first_name, last_name, last_contacted_at, last_active_at, lead_score, status_value)
    SELECT 'Many' || i % 7, 'Lead' || i % 1000, CASE WHEN i % 3 = 0 THEN now() - i % 50 * interval '1 day' END,
           now() - i % 400 * interval '1 hour', i % 100, i % 10 FROM generate_series(1, ${HOW_MANY}::int) i`.execute(
    database.db,
  )
  await sql`ANALYZE leads`.execute(database.db)
})

afterAll(() => database.close())

it.each<LeadSort>(['-last_active_at', 'name', '-last_contacted_at', 'last_contacted_at'])(
  'a list too long to count comes whole by cursor, sorted by %s',
  async sort => {
    const ids = new Set<number>()
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await leadPage(admin.reading, { list: 'all', sort, perPage: 200, ...(cursor ? { cursor } : {}) })
      for (const row of page.data) ids.add(row.id)
      pages += 1
      expect(page).toMatchObject({ current_page: pages, total_is_estimate: true })
      expect(page.total).toBeGreaterThan(10_000)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect([ids.size, pages]).toEqual([HOW_MANY, HOW_MANY / 200])
  },
)

it('pages by number agree with pages by cursor', async () => {
  const first = await leadPage(admin.reading, { list: 'all' })
  const byCursor = await leadPage(admin.reading, { list: 'all', cursor: first.next_cursor ?? '' })
  const byNumber = await leadPage(admin.reading, { list: 'all', page: 2 })
  expect(byNumber.data.map(row => row.id)).toEqual(byCursor.data.map(row => row.id))
  expect(first.next_page_url).toBe('?page=2')
})

it('counts exactly up to ten thousand and says where it estimates', async () => {
  expect(await leadCount(admin.reading, 'all', { status: [0, 1, 2, 3, 4, 5, 6] })).toEqual({
    count: 8400,
    is_estimate: false,
  })
  expect((await leadCount(admin.reading, 'all', {})).is_estimate).toBe(true)
})

it('selecting an entire list answers its ids up to ten thousand, beyond that only how many', async () => {
  const few = await leadHandlers.selectAll(admin.reading, { tab: 'all', status: [0, 1] }, extra)
  expect(few.ids).toHaveLength(2400)
  const all = await leadHandlers.selectAll(admin.reading, { tab: 'all' }, extra)
  expect(all.ids).toBeUndefined()
  expect(all.total).toBeGreaterThan(10_000)
})
