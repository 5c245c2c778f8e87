import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../platform/server/context.ts'
import { addAgent, agentAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { contactSpan, contactsByDay, countContactDays, noteWrongDays } from './queries/contactDays.ts'

const { call, text, email, meeting } = milestoneType
/** The clocks of the brokerage go forward on March 8 and back on November 1. */
const YEAR = { from: '2026-01-01', to: '2026-12-31' }

describe('what people did by day', () => {
  let rows: ReadRows
  let person: TestPerson
  let lead: number
  let [first, second]: (TestAgent | undefined)[] = []
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openTestDatabase()
    close = () => database.close()
    rows = rowsOf(database)
    first = await addAgent(database, 'Sasha')
    second = await addAgent(database, 'Robin')
    person = agentAtWork(database, first)
    lead = (await addRow(rows, 'leads', { first_name: 'Ada' })).id
  }, 60_000)
  afterAll(() => close())
  beforeEach(async () => {
    await rows('DELETE FROM milestones')
    await rows('TRUNCATE contact_days, contact_changes')
  })

  const transact = <Result>(work: (change: Change) => Promise<Result>) => person.writing(work)
  const count = () => transact(change => countContactDays(change, 1_000))
  const wrong = () => transact(change => noteWrongDays(change, YEAR))
  const counted = () =>
    transact(
      async ({ db }) =>
        (
          await sql`
            SELECT (begins AT TIME ZONE 'America/Toronto')::date::text AS day, user_id, calls, calls_connected, messages
            FROM (${contactsByDay(YEAR)}) k ORDER BY day, user_id`.execute(db)
        ).rows,
    )
  const recorded = () =>
    rows(`SELECT (happened_at AT TIME ZONE 'America/Toronto')::date::text AS day,
        coalesce(on_behalf_of, author_user_id) AS user_id, count(*) FILTER (WHERE milestone_type_id = 1)::int AS calls,
        count(*) FILTER (WHERE milestone_option_id = 101)::int AS calls_connected,
        count(*) FILTER (WHERE milestone_type_id <> 1)::int AS messages
      FROM milestones
      WHERE milestone_type_id IN (1, 2, 3) AND deleted_at IS NULL AND coalesce(milestone_option_id, 0) NOT IN (202, 302)
        AND coalesce(on_behalf_of, author_user_id) IS NOT NULL
      GROUP BY 1, 2 ORDER BY 1, 2`)
  const contact = async (happened_at: string, fields: Record<string, unknown> = {}): Promise<number> =>
    (
      await addRow(rows, 'milestones', {
        lead_id: lead,
        milestone_type_id: call,
        happened_at,
        author_user_id: first?.user_id,
        ...fields,
      })
    ).id

  const changes: Record<string, (id: number) => Promise<unknown>> = {
    'another call is made': () => contact('2026-03-08T20:00:00Z', { milestone_option_id: call * 100 + 1 }),
    'a call of another day is written down late': () => contact('2026-02-03T20:00:00Z'),
    'a text and an e-mail are sent': async () => {
      await contact('2026-03-08T20:00:00Z', { milestone_type_id: text, milestone_option_id: text * 100 + 1 })
      await contact('2026-03-08T20:00:00Z', { milestone_type_id: email })
    },
    'a text comes in': () =>
      contact('2026-03-08T20:00:00Z', { milestone_type_id: text, milestone_option_id: text * 100 + 2 }),
    'somebody calls for another': () => contact('2026-03-08T20:00:00Z', { on_behalf_of: second?.user_id }),
    'it moves to another day': id =>
      rows(`UPDATE milestones SET happened_at = '2026-03-09T15:00:00Z' WHERE id = $1`, [id]),
    'it moves to another person': id =>
      rows('UPDATE milestones SET author_user_id = $2 WHERE id = $1', [id, second?.user_id]),
    'it turns out to have reached somebody': id =>
      rows('UPDATE milestones SET milestone_option_id = 101 WHERE id = $1', [id]),
    'it turns out to be a meeting': id =>
      rows('UPDATE milestones SET milestone_type_id = $2, milestone_option_id = NULL WHERE id = $1', [id, meeting]),
    'it is deleted': id => rows('UPDATE milestones SET deleted_at = now() WHERE id = $1', [id]),
    'it is gone': id => rows('DELETE FROM milestones WHERE id = $1', [id]),
    'its lead is gone': async id => {
      const { id: other } = await addRow(rows, 'leads', { first_name: 'Bea' })
      await rows('UPDATE milestones SET lead_id = $2 WHERE id = $1', [id, other])
      await rows('DELETE FROM leads WHERE id = $1', [other])
    },
  }

  it.each(Object.keys(changes))('stands as the timelines say at once, and is counted ahead, when %s', async name => {
    const id = await contact('2026-03-08T14:00:00Z')
    await contact('2026-05-05T14:00:00Z', { author_user_id: second?.user_id })
    await count()
    await changes[name]?.(id)
    const said = await recorded()
    expect(await counted()).toEqual(said)
    await count()
    expect(await counted()).toEqual(said)
    expect(await rows('SELECT FROM contact_changes')).toEqual([])
    expect(await wrong()).toEqual([])
  })

  it('falls on the days of the brokerage, of which one has 23 hours and one 25', async () => {
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'])
      for (let hour = 0; hour < 24; hour++) await contact(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
    await contact('2026-11-02T04:59:59Z')
    const said = await recorded()
    const calls = Object.fromEntries(said.map(({ day, calls: made }) => [day, made]))
    expect(calls).toMatchObject({ '2026-03-08': 23, '2026-11-01': 26 })
    expect(await counted()).toEqual(said)
    await count()
    expect(await counted()).toEqual(said)
    expect(await wrong()).toEqual([])
  })

  it('is counted in parts, whatever the number of changes', async () => {
    for (let day = 1; day <= 7; day++) await contact(`2026-06-0${day}T15:00:00Z`)
    const parts = await Promise.all([3, 3, 3].map(limit => transact(change => countContactDays(change, limit))))
    expect(parts.toSorted()).toEqual([1, 3, 3])
    expect(await rows('SELECT FROM contact_days')).toHaveLength(7)
  })

  it('is found wrong by the proof where it is, and counted again', async () => {
    await contact('2026-03-08T14:00:00Z')
    await contact('2026-11-01T14:00:00Z')
    await count()
    await rows(`UPDATE contact_days SET calls = 2 WHERE day = '2026-03-08'`)
    await rows(`DELETE FROM contact_days WHERE day = '2026-11-01'`)
    expect(await wrong()).toEqual(['2026-03-08', '2026-11-01'])
    expect(await wrong()).toEqual([])
    expect(await counted()).toEqual(await recorded())
    await count()
    expect(await rows('SELECT day::text, calls FROM contact_days ORDER BY day')).toEqual([
      { day: '2026-03-08', calls: 1 },
      { day: '2026-11-01', calls: 1 },
    ])
  })

  it('spans the days of all contacts, within those that reports can be about', async () => {
    const span = () => transact(change => contactSpan(change))
    expect(await span()).toBeNull()
    await contact('1987-05-05T14:00:00Z')
    await contact('2026-03-09T03:59:00Z')
    expect(await span()).toEqual({ from: '2000-01-01', to: '2026-03-08' })
    await count()
    expect(await rows('SELECT day::text FROM contact_days')).toEqual([{ day: '2026-03-08' }])
  })
})
