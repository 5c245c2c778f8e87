import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { DEFAULT_LEAD_SORT, type LeadFilters } from '../contract/filters.ts'
import { leadIds } from './queries/pages.ts'

/** Noon in Toronto of the days before, on and after the seventh day back. */
const DAYS = ['2026-06-06', '2026-06-07', '2026-06-08']

let database: Database
let admin: TestPerson

beforeAll(async () => {
  database = await openTestDatabase()
  const { user_id } = await addAgent(database, 'Ann')
  admin = adminAtWork(database, user_id)
  await database.pool.query(
    `INSERT INTO leads (first_name, created_at) SELECT day, (day || ' 16:00:00Z')::timestamptz FROM unnest($1::text[]) AS days (day)`,
    [DAYS],
  )
})
afterAll(() => database.close())

it('counts days back from the moment of the request, where the viewer is', async () => {
  // Still the 14th in Toronto.
  const reading = { ...admin.reading, now: new Date('2026-06-15T03:30:00Z') }
  const daysOf = async (filters: LeadFilters) => {
    const ids = await leadIds(reading, { list: 'all', filters, sort: DEFAULT_LEAD_SORT, limit: 10 })
    const { rows } = await database.pool.query('SELECT first_name FROM leads WHERE id = ANY($1) ORDER BY 1', [ids])
    return rows.map(row => row.first_name)
  }
  expect(await daysOf({ createdDate: { within: 7 } })).toEqual(['2026-06-07', '2026-06-08'])
  expect(await daysOf({ createdDate: { over: 7 } })).toEqual(['2026-06-06', '2026-06-07'])
})
