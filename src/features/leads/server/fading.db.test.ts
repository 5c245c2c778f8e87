import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { runJob } from '../../../testing/followUp/runJob.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { recordSignals } from './commands/signals.ts'
import { fadeScores } from './jobs.ts'

let office: TestOffice

beforeAll(async () => {
  office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
}, 60_000)
afterAll(() => office.server.close())

const fadeAt = (instant: string) => runJob(office, fadeScores, { now: new Date(instant) })

/** A lead who was last seen at a moment. */
async function visited(at: string): Promise<number> {
  const id = await office.lead('agent', { last_active_at: '2026-01-01T00:00:00Z', was_active: false })
  await adminAtWork(office.server.database, office.userId('admin')).writing(ctx =>
    recordSignals({ ...ctx, now: new Date(at) }, [{ id, active_at: at }]),
  )
  return id
}

const leadOf = async (id: number) => (await office.rows('SELECT * FROM leads WHERE id = $1', [id]))[0]
const recentOf = async (id: number): Promise<number> =>
  (await leadOf(id))?.score_parts.find((part: { label: string }) => part.label === 'Recently active').points

describe('scores', () => {
  it('fade by half in three weeks without a visit, once a day of the brokerage, and are no new version', async () => {
    const id = await visited('2026-06-01T16:00:00Z')
    const before = await leadOf(id)
    expect(await recentOf(id)).toBe(30)
    // Half past two in Toronto: the night's hour has not come, so this is still the day before.
    await fadeAt('2026-06-22T06:30:00Z')
    const early = await recentOf(id)
    await fadeAt('2026-06-22T16:00:00Z')
    expect(await recentOf(id)).toBe(15)
    expect(early).toBeGreaterThan(15)
    const after = await leadOf(id)
    expect(after?.lead_score).toBeLessThan(before?.lead_score)
    expect(after).toMatchObject({ version: before?.version, updated_at: before?.updated_at })
    // Again on the same day, and an hour before the next one.
    await fadeAt('2026-06-22T20:00:00Z')
    await fadeAt('2026-06-23T06:30:00Z')
    expect(await recentOf(id)).toBe(15)
    await fadeAt('2026-06-23T07:17:00Z')
    expect(await recentOf(id)).toBeLessThan(15)
  })

  it('go on where a process died', async () => {
    const ids = [await visited('2026-07-01T16:00:00Z'), await visited('2026-07-01T16:00:00Z')]
    await office.rows(
      `INSERT INTO score_fadings (day, until_lead_id, counted_at) VALUES ('2026-07-22', $1, '2026-07-22T16:00:00Z')`,
      [ids[0]],
    )
    await fadeAt('2026-07-22T18:00:00Z')
    expect(await Promise.all(ids.map(recentOf))).toEqual([30, 15])
  })
})
