import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { admitFirstAdmin } from './commands/firstAdmin.ts'

describe('an installation that nobody has signed in to', () => {
  let database: Database
  const accounts = async () =>
    (
      await sql`SELECT email, array_agg(role) AS roles FROM users JOIN user_roles ON user_id = id GROUP BY email`.execute(
        database.db,
      )
    ).rows

  beforeAll(async () => {
    database = await openTestDatabase()
    // Nobody was ever there: what cannot be taken away afterwards was not there, either.
    await sql`DO $$ DECLARE kept record; BEGIN
      FOR kept IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgname LIKE '%_no_truncate' LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', kept.name, kept.tgname);
      END LOOP;
    END $$`.execute(database.db)
    await sql`TRUNCATE users CASCADE`.execute(database.db)
  })
  afterAll(() => database.close())

  it('does not start without saying who comes first', async () => {
    await expect(admitFirstAdmin(database, null)).rejects.toThrow('KEYTURN_FIRST_ADMIN')
    expect(await accounts()).toEqual([])
  })

  it('lets that person in as super administrator, once, however many processes start', async () => {
    await Promise.all([1, 2, 3].map(() => admitFirstAdmin(database, 'owner@brokerage.test')))
    expect(await accounts()).toEqual([{ email: 'owner@brokerage.test', roles: ['super_admin'] }])
    await admitFirstAdmin(database, 'somebody.else@brokerage.test')
    await admitFirstAdmin(database, null)
    expect(await accounts()).toHaveLength(1)
  })
})
