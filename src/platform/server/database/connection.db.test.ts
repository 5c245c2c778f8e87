import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { ONE_PLAN, WITH_COMMIT } from './connection.ts'
import { type Database, openDatabase } from './database.ts'

describe('a connection that saves round trips', () => {
  let database: Database
  beforeAll(async () => {
    const { url } = await createTestDatabase()
    database = openDatabase(url, { connections: 2 })
    await sql`CREATE TABLE spoons (id int PRIMARY KEY, colour text)`.execute(database.db)
  })
  afterAll(() => database.close())

  const put = (id: number) => sql`INSERT INTO spoons (id) VALUES (${id})`
  const late = (id: number) => sql`${sql.raw(WITH_COMMIT)} INSERT INTO spoons (id) VALUES (${id})`
  const ids = async () =>
    (await sql<{ id: number }>`SELECT id FROM spoons ORDER BY id`.execute(database.db)).rows.map(row => row.id)

  it('commits what travels with the commit', async () => {
    await database.db.transaction().execute(async db => {
      await put(1).execute(db)
      await late(2).execute(db)
    })
    expect(await ids()).toEqual([1, 2])
  })

  it('keeps nothing when what travels with the commit fails, and says why', async () => {
    const work = database.db.transaction().execute(async db => {
      await put(3).execute(db)
      await late(1).execute(db)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([1, 2])
  })

  it('says of what comes after it why a statement for which nobody waited failed', async () => {
    const work = database.db.transaction().execute(async db => {
      await late(1).execute(db)
      await put(8).execute(db)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
  })

  it('commits what is left when such a statement is undone with its savepoint', async () => {
    await database.db.transaction().execute(async db => {
      await put(9).execute(db)
      await sql`SAVEPOINT step`.execute(db)
      await late(9).execute(db)
      await sql`ROLLBACK TO SAVEPOINT step`.execute(db)
    })
    expect(await ids()).toContain(9)
    await sql`DELETE FROM spoons WHERE id = 9`.execute(database.db)
  })

  it('keeps nothing when the work fails, and serves the next transaction', async () => {
    const work = database.db.transaction().execute(async db => {
      await put(4).execute(db)
      await put(4).execute(db)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    await database.db.transaction().execute(db => put(5).execute(db))
    expect(await ids()).toEqual([1, 2, 5])
  })

  it('plans what has a limit for its values each time, unless one plan is right for all', async () => {
    const some = (mark: string) => sql`${sql.raw(mark)} SELECT colour FROM spoons WHERE ${0} < id LIMIT 1`
    for (let round = 0; round < 6; round++) for (const mark of ['', ONE_PLAN]) await some(mark).execute(database.db)
    const { rows } = await sql<{ statement: string }>`
      SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%colour FROM spoons%'`.execute(database.db)
    expect(rows.map(row => row.statement.startsWith(ONE_PLAN))).toEqual([true])
  })

  it('keeps the one plan of what has no values, and takes several statements without values at once', async () => {
    const all = () => sql`${sql.raw(ONE_PLAN)} SELECT count(*) FROM spoons`.execute(database.db)
    for (let round = 0; round < 6; round++) await all()
    const { rows } = await sql`
      SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%count(*) FROM spoons'`.execute(database.db)
    expect(rows).toHaveLength(1)
    await sql`SELECT 1; SELECT 2`.execute(database.db)
  })

  it('reads numbers of arrays, times and what has no end', async () => {
    const { rows } = await sql`
      SELECT '{1,NULL,-3}'::int[] AS some, '{}'::smallint[] AS none, '2026-01-02T03:04:05.6Z'::timestamptz AS at,
             '-infinity'::timestamptz AS never`.execute(database.db)
    expect(rows).toEqual([{ some: [1, null, -3], none: [], at: '2026-01-02T03:04:05.600000Z', never: '-infinity' }])
  })

  it('prepares frequent statements, and recovers when a migration changes what they answer', async () => {
    const all = () => sql`SELECT * FROM spoons WHERE id = ${5}`.execute(database.db)
    for (let round = 0; round < 6; round++) await all()
    const { rows } =
      await sql`SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%FROM spoons WHERE id%'`.execute(database.db)
    expect(rows).toHaveLength(1)
    await sql`ALTER TABLE spoons ADD COLUMN length int`.execute(database.db)
    await all().catch(() => {})
    expect((await all()).rows).toEqual([{ id: 5, colour: null, length: null }])
  })
})
