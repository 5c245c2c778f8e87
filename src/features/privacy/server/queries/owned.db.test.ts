import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../../platform/server/database/database.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { type ReadRows, rowsOf } from '../../../../testing/rows.ts'

let database: Database
let rows: ReadRows
beforeAll(async () => {
  database = await openTestDatabase()
  rows = rowsOf(database)
}, 60_000)
afterAll(() => database.close())

describe('what is held on a person', () => {
  it('is exported from every column that names leads, by a key or by its name, and a new one is decided', async () => {
    const columns = await rows(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
         AND a.atttypid IN ('int4'::regtype, 'int8'::regtype, '_int4'::regtype, '_int8'::regtype)
         AND a.attname ~ '(^|_)(lead|leads|lead_ids?|merged_id|other_id)$' AND c.relname <> 'leads' ORDER BY 1`,
    )
    const keys = await rows(
      `SELECT c.conrelid::regclass || '.' || a.attname AS name, cardinality(c.conkey) AS columns
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
       WHERE c.contype = 'f' AND c.confrelid = 'leads'::regclass`,
    )
    // A key of several columns would be passed over by what reads the catalogue.
    expect(keys.filter(({ columns: count }) => count > 1)).toEqual([])
    const followed = new Set(keys.map(({ name }) => name))
    const named = columns
      .map(({ name }) => String(name))
      .filter(name => !followed.has(name) && !name.endsWith('.lead_id'))
    // Which leads were passed over or chosen, as numbers that lead nowhere once the person is gone.
    expect(named).toEqual(['exports.lead_ids', 'happy_hour_sessions.skipped_lead_ids', 'score_fadings.until_lead_id'])
  })
})
