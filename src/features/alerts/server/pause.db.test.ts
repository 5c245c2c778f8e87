import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AlertEngine, home } from '../../../testing/engines/alertEngine.ts'
import { receiveListings } from '../../listings/server/commands.ts'
import { alertEmails } from './commands/overdue.ts'

describe('the e-mails of alerts, while sending is paused', () => {
  let engine: AlertEngine
  beforeAll(async () => {
    engine = await AlertEngine.start()
  })
  afterAll(() => engine.close())
  beforeEach(async () => {
    await engine.reset()
    await engine.rows('DELETE FROM sending_pauses')
    await engine.rows('DELETE FROM held_jobs')
  })

  const states = () => engine.rows('SELECT state FROM alert_sends ORDER BY id')

  const pause = () => engine.rows("INSERT INTO sending_pauses (reason) VALUES ('by_hand')")
  const overdue = () => alertEmails.overdue(engine.jobContext())
  /** What the queue does with jobs that fall due during a pause. */
  const holdJobs = async () => {
    for (const { name, data } of engine.queue.splice(0))
      await engine.rows('INSERT INTO held_jobs (id, name, data, due_at) VALUES (gen_random_uuid(), $1, $2, $3)', [
        name,
        data,
        engine.now,
      ])
  }

  it('are not begun, so that each alert has one with everything afterwards', async () => {
    await engine.addSearch(await engine.addLead(), {}, 2)
    await pause()
    await engine.bring(home())
    await engine.tick('2026-11-23T15:00:00Z')
    await engine.bring(home())
    await engine.tick('2026-11-24T15:00:00Z')
    expect(engine.taken).toHaveLength(0)
    expect(await overdue()).toMatchObject({ messages: 1, people: 1 })
    await engine.rows('DELETE FROM sending_pauses')
    await engine.tick('2026-11-24T15:01:00Z')
    expect((await engine.sent()).map(({ subject }) => subject)).toEqual(['2 homes for “Near work”'])
  })

  it('are counted, begun or not, and marked as expired when they are discarded', async () => {
    const [first, second] = [await engine.addLead(), await engine.addLead()]
    await engine.addSearch(first, {})
    await engine.transaction(ctx => receiveListings(ctx, [home()]))
    await engine.run('match-alerts', engine.queue.shift()?.data ?? {})
    await engine.run('send-due-alerts', {})
    engine.queue = engine.queue.filter(({ name }) => name === 'send-alert')
    await pause()
    await holdJobs()
    await engine.addSearch(second, {}, 2)
    await engine.bring(home())
    engine.now = new Date('2026-11-24T15:00:00Z')
    expect(await overdue()).toMatchObject({ messages: 3, people: 2 })
    expect(await engine.transaction(alertEmails.expire)).toBe(3)
    expect(await states()).toEqual([{ state: 'expired' }, { state: 'expired' }, { state: 'expired' }])
    expect(await overdue()).toMatchObject({ messages: 0 })
    await engine.work()
    expect(engine.taken).toHaveLength(0)
  })

  it('go out after all when the discarding is taken back', async () => {
    await engine.addSearch(await engine.addLead(), {}, 2)
    await pause()
    const one = home()
    await engine.bring(one)
    engine.now = new Date('2026-11-24T15:00:00Z')
    await engine.transaction(alertEmails.expire)
    await engine.rows('DELETE FROM sending_pauses')
    const expiredAt = engine.now.toISOString()
    engine.now = new Date('2026-11-24T16:00:00Z')
    await engine.transaction(ctx => alertEmails.revive(ctx, expiredAt))
    await engine.work()
    expect((await engine.sent()).map(({ subject }) => subject)).toEqual([`New: ${one.address}, $700,000`])
  })
})
