import { describe, expect, it } from 'vitest'
import { behind, call, campaignEngine, DAY, email, START, text } from '../../../testing/followUp/campaignEngine.ts'
import { recordConsents } from '../../consent/server/commands.ts'
import { beginTrying } from '../../outbound/server/commands/trying.ts'
import { switchCampaign } from './commands/edit.ts'
import { pauseInstance, resumeInstance } from './commands/pause.ts'
import { runDueSteps, runNextNow, skipNext } from './commands/run.ts'
import { reviveStopped, stopInstances } from './commands/stop.ts'
import { lockCampaign } from './queries/campaigns.ts'
import { instancesOnLeads, lockInstances, writePause } from './queries/instances.ts'

const MINUTE = 60_000
const startPlus = (ms: number) => new Date(START.getTime() + ms)

describe('a campaign that is stopped', () => {
  const { rows, change, addLead, addCampaign, start, work, workAt, setNow, ...read } = campaignEngine()
  const { states, instanceOf, sendings, tasks } = read
  const stop = (lead: number, reason: 'by_hand' | 'replied' = 'by_hand') =>
    change(ctx => stopInstances(ctx, instancesOnLeads([lead]), { reason }))
  const undo = (lead: number) =>
    change(async ctx => reviveStopped(ctx, await lockInstances(ctx, instancesOnLeads([lead]))))

  it('goes on with its tasks and messages when that is undone', async () => {
    const lead = await addLead()
    await start(await addCampaign([email, behind(call, 0), behind(text, 1)]), lead)
    await work()
    const before = [await sendings(lead), await states(lead), (await tasks(lead)).map(({ id }) => id)]
    setNow(startPlus(MINUTE))
    await stop(lead)
    expect([(await sendings(lead))[0].state, (await tasks(lead)).length]).toEqual(['cancelled', 1])
    setNow(startPlus(2 * MINUTE))
    await undo(lead)
    expect([await sendings(lead), await states(lead), (await tasks(lead)).map(({ id }) => id)]).toEqual(before)
    expect(await instanceOf(lead)).toMatchObject({ state: 'running', stop_reason: null, stopped_at: null })
    await workAt(startPlus(DAY))
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: task', 'Text: sent'])
  })

  it('brings back nothing that had been cancelled, deleted or done before', async () => {
    const lead = await addLead()
    await start(await addCampaign([email, behind(call, 0), behind(text, 1)]), lead)
    await work()
    await rows(
      `UPDATE sendings SET state = 'cancelled', reason = 'By a person.', finished_at = $2 WHERE lead_id = $1`,
      [lead, START],
    )
    await rows(`UPDATE tasks SET deleted_at = $2 WHERE lead_id = $1 AND task_type = 'phone_call'`, [lead, START])
    setNow(startPlus(MINUTE))
    await stop(lead)
    await undo(lead)
    expect(await sendings(lead)).toMatchObject([{ state: 'cancelled', reason: 'By a person.' }])
    expect((await tasks(lead)).map(({ task_type }) => task_type)).toEqual(['auto_email', 'auto_text'])
  })

  it('is paused again, until the same day, when it was paused before', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(call, 1, { name: 'Second call' })]), lead)
    await work()
    const { id } = await instanceOf(lead)
    const until = startPlus(5 * DAY)
    await change(ctx => writePause(ctx, id, { state: 'paused', paused_until: until }))
    await stop(lead)
    await undo(lead)
    const { state, paused_until } = await instanceOf(lead)
    expect([state, new Date(paused_until)]).toEqual(['paused', until])
    await workAt(startPlus(4 * DAY))
    expect(await states(lead)).toEqual(['First call: task', 'Second call: waiting'])
  })

  it.each([
    ['the lead has another agent', 'UPDATE leads SET agent_id = NULL WHERE id = $1'],
    ['the lead is not interested', 'UPDATE leads SET status_value = 0 WHERE id = $1'],
    ['the lead is bogus', 'UPDATE leads SET is_bogus = true WHERE id = $1'],
    ['the campaign is gone', `UPDATE campaigns SET deleted_at = now() WHERE $1::int > 0`],
    [
      'the campaign was switched off for everybody',
      `UPDATE campaigns SET state = 'off', state_changed_at = now() + interval '9 years' WHERE $1::int > 0`,
    ],
  ])('stays stopped when %s meanwhile', async (_why, happens) => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(call, 1)]), lead)
    await stop(lead)
    await rows(happens, [lead])
    expect(await undo(lead)).toEqual([])
    expect((await instanceOf(lead)).state).toBe('stopped')
  })

  it('stays stopped when the lead unsubscribed meanwhile from what it sends', async () => {
    const [reader, caller] = [await addLead(), await addLead()]
    await start(await addCampaign([email, behind(email, 1)]), reader)
    await start(await addCampaign([call, behind(call, 1)]), caller)
    for (const lead of [reader, caller]) {
      await stop(lead)
      await change(ctx =>
        recordConsents(ctx, [{ lead_id: lead, channel: 'email', kind: 'withdrawn', source: 'A link in an e-mail' }]),
      )
    }
    expect(await undo(reader)).toEqual([])
    expect(await undo(caller)).toHaveLength(1)
  })

  it('sends nothing any more of what it asked for before it finished, and keeps the tasks', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(email, 0)]), lead)
    await work()
    expect((await instanceOf(lead)).state).toBe('finished')
    const [{ id }] = await sendings(lead)
    await stop(lead, 'replied')
    expect(await change(ctx => beginTrying(ctx, { id }))).toMatchObject({ verdict: 'over', state: 'cancelled' })
    expect(await instanceOf(lead)).toMatchObject({ state: 'connected', stop_reason: 'replied' })
    expect((await tasks(lead)).filter(({ completed }) => !completed)).toMatchObject([{ task_type: 'phone_call' }])
    await undo(lead)
    expect(await instanceOf(lead)).toMatchObject({ state: 'finished', stop_reason: 'finished' })
    expect(await sendings(lead)).toMatchObject([{ state: 'prepared' }])
  })

  it('is left alone by a stop once nothing of it waits', async () => {
    const lead = await addLead()
    await start(await addCampaign([call]), lead)
    await work()
    expect(await stop(lead)).toEqual([])
    expect(await instanceOf(lead)).toMatchObject({ state: 'finished', stop_reason: 'finished' })
  })

  it('sends nothing when it is stopped at the moment at which a worker finishes it', async () => {
    const leads: number[] = []
    for (let count = 0; count < 8; count++) leads.push(await addLead())
    await start(await addCampaign([email]), ...leads)
    await Promise.all([
      change(ctx => runDueSteps(ctx, 50)),
      change(ctx => stopInstances(ctx, instancesOnLeads(leads), { reason: 'replied' })),
    ])
    for (const lead of leads) {
      expect((await sendings(lead)).filter(({ state }) => state !== 'cancelled')).toEqual([])
      expect((await instanceOf(lead)).state).toBe('connected')
    }
  })

  it('stays paused when somebody skips a step or runs it at once', async () => {
    const lead = await addLead()
    await start(
      await addCampaign([call, behind(email, 1), behind(call, 1, { name: 'Second call' }), behind(text, 1)]),
      lead,
    )
    await work()
    const { id } = await instanceOf(lead)
    await change(ctx => writePause(ctx, id, { state: 'paused', paused_until: null }))
    await change(ctx => runNextNow(ctx, id))
    expect(await states(lead)).toEqual(['First call: task', 'Hello: sent', 'Second call: waiting'])
    await change(ctx => skipNext(ctx, id, 'Skipped by hand.'))
    await workAt(startPlus(9 * DAY))
    expect(await states(lead)).toEqual(['First call: task', 'Hello: sent', 'Second call: skipped', 'Text: waiting'])
    expect(await instanceOf(lead)).toMatchObject({ state: 'paused', steps_done: 3 })
  })
})

describe('a pause', () => {
  const { rows, change, addLead, addCampaign, start, work, workAt, setNow, ...read } = campaignEngine()
  const { instanceOf, sendings } = read
  /** A lead whose first message was handed over and has not gone out. */
  const waiting = async () => {
    const lead = await addLead()
    const campaign = await addCampaign([email, behind(call, 9)])
    await start(campaign, lead)
    await work()
    const { id } = await instanceOf(lead)
    return { lead, campaign, id: id as number }
  }
  const isTried = async (lead: number) => {
    const [{ id }] = await sendings(lead)
    return (await change(ctx => beginTrying(ctx, { id })))?.verdict === 'go'
  }
  const hold = async (id: number, isOn: boolean) =>
    change(async ctx => {
      const campaign = await lockCampaign(ctx, id)
      await switchCampaign(ctx, campaign, { isOn, inside: 'hold' })
    })

  it('takes back the message that was handed over, and gives it back when somebody ends it', async () => {
    const { lead, id } = await waiting()
    await change(ctx => pauseInstance(ctx, id, null))
    expect(await sendings(lead)).toMatchObject([{ state: 'cancelled', reason: 'The campaign is paused.' }])
    expect(await isTried(lead)).toBe(false)
    await change(ctx => resumeInstance(ctx, id))
    expect(await isTried(lead)).toBe(true)
  })

  it('that ends by itself gives it back, too', async () => {
    const { lead, id } = await waiting()
    await change(ctx => pauseInstance(ctx, id, startPlus(3 * DAY)))
    await workAt(startPlus(2 * DAY))
    expect(await isTried(lead)).toBe(false)
    await workAt(startPlus(3 * DAY))
    expect(await instanceOf(lead)).toMatchObject({ state: 'running', paused_until: null })
    expect(await isTried(lead)).toBe(true)
  })

  it('leaves alone what somebody had taken back themselves', async () => {
    const { lead, id } = await waiting()
    await rows(`UPDATE sendings SET state = 'cancelled', reason = 'By a person.' WHERE lead_id = $1`, [lead])
    await change(ctx => pauseInstance(ctx, id, null))
    await change(ctx => resumeInstance(ctx, id))
    expect(await sendings(lead)).toMatchObject([{ state: 'cancelled', reason: 'By a person.' }])
  })

  it('of a campaign that is switched off with people inside takes their messages back, in either order', async () => {
    const { lead, id, campaign } = await waiting()
    await hold(campaign, false)
    expect(await isTried(lead)).toBe(false)
    await change(ctx => pauseInstance(ctx, id, null))
    await hold(campaign, true)
    expect(await isTried(lead)).toBe(false)
    await hold(campaign, false)
    await change(ctx => resumeInstance(ctx, id))
    expect(await isTried(lead)).toBe(false)
    await hold(campaign, true)
    expect(await isTried(lead)).toBe(true)
  })
})
