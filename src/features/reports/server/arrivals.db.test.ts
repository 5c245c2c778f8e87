import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../platform/server/context.ts'
import { addAgent, agentAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { runJob } from '../../../testing/followUp/runJob.ts'
import { openTestOffice } from '../../../testing/office.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { proveReports, sumForReports } from './jobs/sums.ts'
import { arrivedBetween, noteWrongArrivals, workOutArrivals } from './queries/arrivals.ts'

const { call, text, meeting, statusChanged, agentChanged } = milestoneType
const SINCE = new Date('2000-01-01T00:00:00Z')
const UNTIL = new Date('2100-01-01T00:00:00Z')
/** Both changes of the clock of a year in Toronto lie within. */
const CAME = '2026-03-08T06:30:00Z'
const [SOON, LATER, LATE] = ['2026-03-08T07:05:00Z', '2026-07-01T12:00:00Z', '2026-11-01T06:10:00Z']

describe('how leads arrived', () => {
  let rows: ReadRows
  let person: TestPerson
  let first: TestAgent | undefined
  let second: TestAgent | undefined
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openTestDatabase()
    close = () => database.close()
    rows = rowsOf(database)
    first = await addAgent(database, 'Sasha')
    second = await addAgent(database, 'Robin')
    person = agentAtWork(database, first)
  }, 60_000)
  afterAll(() => close())
  beforeEach(async () => {
    await rows('DELETE FROM leads')
    await rows('TRUNCATE lead_arrivals, lead_arrival_changes')
  })

  const transact = <Result>(work: (change: Change) => Promise<Result>) => person.writing(work)
  const workOut = () => transact(change => workOutArrivals(change, 1_000))
  const wrong = () => transact(change => noteWrongArrivals(change, SINCE, UNTIL))
  const read = async (change: Change) =>
    (await sql`SELECT * FROM (${arrivedBetween(SINCE, UNTIL)}) a ORDER BY lead_id`.execute(change.db)).rows
  const counted = () => transact(read)
  /** What the records say: everything worked out again, and nothing of it kept. */
  const recorded = async () => {
    let found: unknown[] = []
    const undone = new Error('undone')
    await transact(async change => {
      await sql`INSERT INTO lead_arrival_changes SELECT id FROM leads UNION ALL SELECT lead_id FROM lead_arrivals`.execute(
        change.db,
      )
      found = await read(change)
      throw undone
    }).catch(error => {
      if (error !== undone) throw error
    })
    return found
  }

  const lead = async (fields: Record<string, unknown> = {}): Promise<number> =>
    (
      await addRow(rows, 'leads', {
        first_name: 'Ada',
        created_at: CAME,
        source: 'site',
        agent_id: first?.agent_id ?? null,
        ...fields,
      })
    ).id
  const milestone = async (lead_id: number, type: number, at: string, fields: Record<string, unknown> = {}) =>
    (await addRow(rows, 'milestones', { lead_id, milestone_type_id: type, happened_at: at, ...fields })).id
  const contact = (id: number, at: string, fields: Record<string, unknown> = {}) =>
    milestone(id, call, at, { author_user_id: first?.user_id, ...fields })
  const turn = (id: number, type: number, at: string, before: number | null, after: number | null) =>
    milestone(id, type, at, { detail: JSON.stringify({ before, after }) })

  const changes: Record<string, (id: number) => Promise<unknown>> = {
    'a lead comes': () => lead({ agent_id: null }),
    'an agent gets it': id => rows('UPDATE leads SET agent_id = $2 WHERE id = $1', [id, second?.agent_id]),
    'it was somebody else’s before': id =>
      turn(id, agentChanged, SOON, second?.agent_id ?? null, first?.agent_id ?? null),
    'it was nobody’s before': id => turn(id, agentChanged, SOON, null, second?.agent_id ?? null),
    'its status rises and falls back': async id => {
      await turn(id, statusChanged, LATER, 1, 7)
      await rows('UPDATE leads SET status_value = 2 WHERE id = $1', [id])
    },
    'somebody calls': id => contact(id, LATER),
    'a call is written down that was earlier': async id => {
      await contact(id, LATE)
      await workOut()
      await contact(id, SOON)
    },
    'a call moves to an earlier time': async id => {
      const made = await contact(id, LATE)
      await workOut()
      await rows('UPDATE milestones SET happened_at = $2 WHERE id = $1', [made, SOON])
    },
    'a call turns out to be no call': async id => {
      const made = await contact(id, SOON)
      await workOut()
      await rows('UPDATE milestones SET milestone_type_id = $2 WHERE id = $1', [made, meeting])
    },
    'a text turns out to have come from the lead': async id => {
      const made = await contact(id, SOON, { milestone_type_id: text })
      await workOut()
      await rows('UPDATE milestones SET milestone_option_id = $2 WHERE id = $1', [made, text * 100 + 2])
    },
    'a call was the product’s': async id => {
      const made = await contact(id, SOON)
      await workOut()
      await rows('UPDATE milestones SET author_user_id = NULL WHERE id = $1', [made])
    },
    'a call is deleted': async id => {
      const made = await contact(id, SOON)
      await workOut()
      await rows('UPDATE milestones SET deleted_at = now() WHERE id = $1', [made])
    },
    'a deleted call is brought back': async id => {
      const made = await contact(id, SOON, { deleted_at: LATE })
      await workOut()
      await rows('UPDATE milestones SET deleted_at = NULL WHERE id = $1', [made])
    },
    'a call is gone': async id => {
      const made = await contact(id, SOON)
      await workOut()
      await rows('DELETE FROM milestones WHERE id = $1', [made])
    },
    'its calls move to another lead, as by a merge': async id => {
      const other = await lead()
      await contact(id, SOON)
      await workOut()
      await rows('UPDATE milestones SET lead_id = $2 WHERE lead_id = $1', [id, other])
      await rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [id])
    },
    'it is deleted': id => rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [id]),
    'it is brought back': async id => {
      await rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [id])
      await workOut()
      await rows('UPDATE leads SET deleted_at = NULL WHERE id = $1', [id])
    },
    'it is bogus': id => rows('UPDATE leads SET is_bogus = true WHERE id = $1', [id]),
    'it is gone': id => rows('DELETE FROM leads WHERE id = $1', [id]),
    'its source is corrected': id => rows(`UPDATE leads SET source = 'portal' WHERE id = $1`, [id]),
    'it came earlier': id => rows('UPDATE leads SET created_at = $2 WHERE id = $1', [id, '2025-11-02T05:30:00Z']),
  }

  it.each(Object.keys(changes))('are counted as the records say at once, and worked out ahead, when %s', async name => {
    const id = await lead()
    await contact(await lead(), SOON)
    await workOut()
    await changes[name]?.(id)
    const said = await recorded()
    expect(await counted()).toEqual(said)
    await workOut()
    expect(await counted()).toEqual(said)
    expect(await rows('SELECT FROM lead_arrival_changes')).toEqual([])
    expect(await wrong()).toEqual([])
  })

  it('count for whoever had the lead first, from the moment they had it', async () => {
    const id = await lead({ agent_id: null })
    await turn(id, agentChanged, SOON, null, second?.agent_id ?? null)
    await contact(id, '2026-03-08T07:06:40Z')
    await turn(id, statusChanged, LATER, 1, 5)
    await workOut()
    expect(await counted()).toEqual([
      {
        lead_id: id,
        arrived_at: '2026-03-08T06:30:00.000000Z',
        agent_id: second?.agent_id,
        source: 'site',
        top_status: 5,
        answer_seconds: 100,
      },
    ])
  })

  it('are not worked out for what they do not depend on', async () => {
    const id = await lead()
    const made = await contact(id, SOON)
    await workOut()
    await rows(`UPDATE leads SET first_name = 'Bea', last_active_at = now(), agent_id = agent_id WHERE id = $1`, [id])
    await rows(`UPDATE milestones SET description = 'Left a message' WHERE id = $1`, [made])
    await milestone(id, text, LATER)
    await milestone(id, meeting, LATER, { author_user_id: first?.user_id })
    expect(await rows('SELECT FROM lead_arrival_changes')).toEqual([])
  })

  it('are worked out in parts, each once, also by two at a time', async () => {
    for (let index = 0; index < 7; index++) await lead()
    const parts = await Promise.all([3, 3, 3].map(limit => transact(change => workOutArrivals(change, limit))))
    expect(parts.toSorted()).toEqual([1, 3, 3])
    expect(await rows('SELECT FROM lead_arrivals')).toHaveLength(7)
    expect(await wrong()).toEqual([])
  })
})

describe('the nightly proof', () => {
  it('finds what reports would count wrongly, says so, and has it counted again', async () => {
    const office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
    try {
      await office.lead('agent', { created_at: '2024-02-01T15:00:00Z' })
      const id = await office.lead('agent', { created_at: '2026-10-05T15:00:00Z', source: 'site' })
      const day = '2026-10-06'
      await addRow(office.rows, 'milestones', {
        lead_id: id,
        milestone_type_id: call,
        happened_at: `${day}T15:00:00Z`,
        author_user_id: office.userId('agent'),
      })
      await runJob(office, sumForReports)
      await runJob(office, proveReports)
      await office.rows(`UPDATE lead_arrivals SET source = 'portal' WHERE lead_id = $1`, [id])
      await office.rows('UPDATE contact_days SET calls = 5 WHERE day = $1', [day])
      await expect(runJob(office, proveReports)).rejects.toThrow(
        `Reports did not match the records: how leads arrived (1, for example lead ${id}), what was done on a day (1, for example ${day}). They have been counted again.`,
      )
      const days = { from: '2026-10-01', to: '2026-10-31' }
      const { data } = await office.admin.get('reports/sources', days)
      expect(data.rows.map(({ key }: { key: string }) => key)).toEqual(['site'])
      const leaderboard = (await office.admin.get('reports/leaderboard', days)).data
      expect(leaderboard.totals[0]).toBe(1)
      await runJob(office, proveReports)
    } finally {
      await office.server.close()
    }
  })
})
