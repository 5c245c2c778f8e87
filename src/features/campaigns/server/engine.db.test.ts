import { describe, expect, it } from 'vitest'
import { behind, call, campaignEngine, DAY, email, START, text } from '../../../testing/followUp/campaignEngine.ts'
import { planTogether } from '../../tasks/server/commands/planned.ts'
import { changeStep } from './commands/edit.ts'
import { runDueSteps, runNextNow, skipNext } from './commands/run.ts'
import { scheduleSteps } from './commands/schedule.ts'
import { stopInstances } from './commands/stop.ts'
import { replan } from './commands/versions.ts'
import { requireCampaign } from './queries/campaigns.ts'
import { instancesOnLeads, writePause } from './queries/instances.ts'
import { versionsById } from './queries/steps.ts'

describe('the engine of campaigns', () => {
  const { rows, person, change, addLead, addCampaign, start, work, workAt, setNow, ...read } = campaignEngine()
  const { stepsOf, states, waiting, instanceOf, sendings, tasks } = read

  it('runs the steps in order, each counted from the one before it', async () => {
    const lead = await addLead()
    await start(
      await addCampaign([
        email,
        behind(call, 1, { execute_at: '09:00' }),
        behind(text, 3, { execute_at: 'time_of_day' }),
      ]),
      lead,
    )
    await work()
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: waiting'])
    expect(await waiting(lead)).toEqual(['2026-11-21T14:00:00.000Z'])
    await workAt('2026-11-21T13:59:00Z')
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: waiting'])
    await workAt('2026-11-21T14:01:00Z')
    expect(await waiting(lead)).toEqual(['2026-11-24T19:20:00.000Z'])
    await workAt('2026-11-24T19:21:00Z')
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: task', 'Text: sent'])
    expect(await instanceOf(lead)).toMatchObject({
      state: 'finished',
      archived: true,
      steps_done: 3,
      stop_reason: 'finished',
    })
  })

  it('sends in the name of the lead’s agent, and makes tasks of what the agent does', async () => {
    const lead = await addLead()
    await start(await addCampaign([email, behind(call, 0)]), lead)
    await work()
    expect(await sendings(lead)).toMatchObject([
      {
        channel: 'email',
        class: 'commercial',
        state: 'prepared',
        agent_id: person().viewer.agent_id,
        user_id: person().viewer.user_id,
      },
    ])
    const [automatic, manual] = await tasks(lead)
    expect(automatic).toMatchObject({ task_type: 'auto_email', automated: true, completed: true })
    expect(manual).toMatchObject({
      task_type: 'phone_call',
      automated: false,
      completed: false,
      content: 'Ask Soo-jin about the area',
      taskable_type: 'campaign_instance_step',
      taskable: { step_name: 'First call' },
    })
  })

  it('means the hours of a lead in Vancouver', async () => {
    const lead = await addLead({ zone: 'America/Vancouver' })
    await start(await addCampaign([call, behind(email, 1, { execute_at: '09:00' })]), lead)
    await work()
    const [due = ''] = await waiting(lead)
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Vancouver',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    expect([due.slice(0, 10), clock.format(new Date(due))]).toEqual(['2026-11-21', '09:00'])
  })

  it('goes on with the steps behind one that repeats, and repeats it until it is stopped', async () => {
    const lead = await addLead()
    const monthly = behind(email, 0, {
      recurring: true,
      recurring_value: 1,
      recurring_period: 'month',
      execute_at: '09:00',
    })
    await start(await addCampaign([call, monthly, behind(call, 2, { name: 'Second call' })]), lead)
    await work()
    await workAt('2026-11-21T14:00:00Z')
    expect(await waiting(lead)).toEqual(['2026-12-21T14:00:00.000Z', '2026-11-23T14:00:00.000Z'])
    await workAt('2026-11-23T19:30:00Z')
    await workAt('2026-12-21T14:00:00Z')
    expect((await sendings(lead)).map(({ cause }) => cause.split(':').at(-1))).toEqual(['0', '1'])
    expect(await waiting(lead)).toEqual(['2027-01-21T14:00:00.000Z'])
    expect((await instanceOf(lead)).state).toBe('running')
  })

  it('runs each step once when two workers run side by side, and when one dies half-way', async () => {
    const leads: number[] = []
    for (let count = 0; count < 12; count++) leads.push(await addLead())
    await start(
      await addCampaign([
        email,
        behind(text, 5, { delay_period: 'minute' }),
        behind(call, 5, { delay_period: 'minute' }),
      ]),
      ...leads,
    )
    for (const minutes of [0, 6, 12, 18]) {
      setNow(new Date(START.getTime() + minutes * 60_000))
      const dying = change(async ctx => {
        await runDueSteps(ctx, 5)
        throw new Error('The worker died.')
      })
      await Promise.all([expect(dying).rejects.toThrow('The worker died.'), work(), work()])
      await work()
    }
    for (const lead of leads) {
      expect(await states(lead)).toEqual(['Hello: sent', 'Text: sent', 'First call: task'])
      expect(await sendings(lead)).toHaveLength(2)
    }
    const [{ doubled }] = await rows(
      `SELECT count(*) AS doubled FROM (SELECT lead_id, taskable FROM tasks WHERE lead_id = ANY($1) GROUP BY 1, 2 HAVING count(*) > 1) AS twice`,
      [leads],
    )
    expect(Number(doubled)).toBe(0)
  })

  it('records why a message was refused, and goes on with the next step', async () => {
    const lead = await addLead({ email: null })
    await start(await addCampaign([email, behind(call, 0)]), lead)
    await work()
    expect(await stepsOf(lead)).toMatchObject([
      { state: 'refused', reason: 'This lead has no e-mail address.' },
      { state: 'task' },
    ])
  })

  it('stops where the address turns out not to work', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(email, 1)]), lead)
    await work()
    await rows('UPDATE leads SET is_email_valid = false WHERE id = $1', [lead])
    await workAt(new Date(START.getTime() + DAY))
    expect(await instanceOf(lead)).toMatchObject({ state: 'stopped', stop_reason: 'bad_address' })
  })

  it('never sends again what was sent, whatever is edited afterwards', async () => {
    const lead = await addLead()
    const campaign = await addCampaign([email, behind(call, 1)])
    await start(campaign, lead)
    await work()
    for (const apply of [true, false])
      await change(async ctx => {
        const found = await requireCampaign(ctx, campaign)
        const id = found.steps[0]?.id ?? 0
        await changeStep(ctx, found, { id, apply, fields: { subject: `Other words ${apply}`, execute_at: '23:00' } })
      })
    await workAt(new Date(START.getTime() + 2 * DAY))
    expect(await sendings(lead)).toHaveLength(1)
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: task'])
  })

  it('lets those inside go on with the steps with which they began, unless an edit is applied to them', async () => {
    const [before, later] = [await addLead(), await addLead()]
    const campaign = await addCampaign([call, behind(call, 2, { name: 'Second call' })])
    await start(campaign, before)
    await work()
    const edit = (apply: boolean, delay_value: number) =>
      change(async ctx => {
        const found = await requireCampaign(ctx, campaign)
        await changeStep(ctx, found, { id: found.steps[1]?.id ?? 0, apply, fields: { delay_value } })
      })
    await edit(false, 7)
    await start(campaign, later)
    await work()
    expect([await waiting(before), await waiting(later)]).toEqual([
      ['2026-11-22T19:20:00.000Z'],
      ['2026-11-27T19:20:00.000Z'],
    ])
    await edit(true, 4)
    expect([await waiting(before), await waiting(later)]).toEqual([
      ['2026-11-24T19:20:00.000Z'],
      ['2026-11-24T19:20:00.000Z'],
    ])
  })

  it('applies an edit to everybody inside, batch by batch', async () => {
    const leads = await rows(
      `INSERT INTO leads (first_name, agent_id) SELECT 'Lead', $1 FROM generate_series(1, 260) RETURNING id`,
      [person().viewer.agent_id],
    )
    const campaign = await addCampaign([{ ...call, execute_at: '16:00' }])
    await start(campaign, ...leads.map(({ id }) => id))
    await change(async ctx => {
      const found = await requireCampaign(ctx, campaign)
      await changeStep(ctx, found, { id: found.steps[0]?.id ?? 0, apply: true, fields: { execute_at: '17:00' } })
    })
    const timesOf = () => rows('SELECT due_at, count(*) FROM campaign_instance_steps GROUP BY due_at ORDER BY due_at')
    expect((await timesOf()).map(({ count }) => Number(count))).toEqual([10, 250])
    const [version] = await rows('SELECT max(id) AS id FROM campaign_versions')
    const batches = [0]
    for (let last: number | null = 0; last !== null; batches.push(last ?? 0)) {
      const after: number = last
      last = await change(ctx => replan(ctx, { version_id: version.id, after }))
    }
    expect(batches).toEqual([0, leads[249].id, 0])
    expect(await timesOf()).toMatchObject([{ due_at: '2026-11-20T22:00:00.000000Z' }])
  })

  it('neither bunches after an outage nor sends what has become stale', async () => {
    const lead = await addLead()
    await start(
      await addCampaign([
        call,
        behind(email, 1, { execute_at: '09:00', expires_after_hours: 12 }),
        behind(call, 1, { name: 'Second call' }),
        behind(call, 1, { name: 'Third call' }),
      ]),
      lead,
    )
    await work()
    await workAt('2026-11-26T15:00:00Z')
    expect(await states(lead)).toEqual([
      'First call: task',
      'Hello: expired',
      'Second call: task',
      'Third call: waiting',
    ])
    expect(await waiting(lead)).toEqual(['2026-11-27T15:00:00.000Z'])
  })

  it('moves an e-mail by a day when another campaign wrote to the lead on that day', async () => {
    const lead = await addLead()
    await start(await addCampaign([email]), lead)
    await start(await addCampaign([email]), lead)
    await work()
    expect((await sendings(lead)).length).toBe(1)
    expect(await stepsOf(lead)).toMatchObject([
      { state: 'sent' },
      { state: 'waiting', reason: 'Moved by a day: another campaign wrote to this lead.' },
    ])
    const [open] = (await tasks(lead)).filter(({ completed }) => !completed)
    expect(new Date(open.scheduled_at)).toEqual(new Date('2026-11-21T19:20:00Z'))
    await workAt('2026-11-21T19:20:00Z')
    expect((await sendings(lead)).length).toBe(2)
  })

  it('waits while it is paused, and goes on when the pause is over', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(call, 1, { name: 'Second call' })]), lead)
    await work()
    const { id } = await instanceOf(lead)
    const until = new Date(START.getTime() + 3 * DAY)
    await change(ctx => writePause(ctx, id, { state: 'paused', paused_until: until }))
    await workAt(new Date(START.getTime() + 2 * DAY))
    expect(await states(lead)).toEqual(['First call: task', 'Second call: waiting'])
    await workAt(until)
    expect(await states(lead)).toEqual(['First call: task', 'Second call: task'])
  })

  it('runs a step at once, or leaves it out, when somebody says so', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(email, 3), behind(call, 1, { name: 'Second call' })]), lead)
    await work()
    const { id } = await instanceOf(lead)
    await change(ctx => runNextNow(ctx, id))
    expect(await states(lead)).toEqual(['First call: task', 'Hello: sent', 'Second call: waiting'])
    expect(await waiting(lead)).toEqual(['2026-11-21T19:20:00.000Z'])
    await change(ctx => skipNext(ctx, id, 'Skipped by hand.'))
    expect(await stepsOf(lead)).toMatchObject([{}, {}, { state: 'skipped', reason: 'Skipped by hand.' }])
    expect((await instanceOf(lead)).state).toBe('finished')
  })

  it('cancels what has not gone out when it stops, with the tasks that are open', async () => {
    const lead = await addLead()
    await start(await addCampaign([email, behind(call, 0), behind(text, 1)]), lead)
    await work()
    await change(ctx => stopInstances(ctx, instancesOnLeads([lead]), { reason: 'by_hand' }))
    expect(await sendings(lead)).toMatchObject([{ state: 'cancelled', reason: 'The campaign was stopped.' }])
    expect((await tasks(lead)).filter(({ completed }) => !completed)).toEqual([])
    await workAt(new Date(START.getTime() + 9 * DAY))
    expect(await states(lead)).toEqual(['Hello: sent', 'First call: task', 'Text: cancelled'])
  })

  it('says what the agent wrote for this lead instead of the step', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(email, 1)]), lead)
    await work()
    await rows(
      `UPDATE tasks SET content = 'For you alone', subject = 'Dear Soo-jin', version = version + 1
       WHERE lead_id = $1 AND task_type = 'auto_email'`,
      [lead],
    )
    await workAt(new Date(START.getTime() + DAY))
    const messages = await rows(
      'SELECT m.subject, m.content FROM emails e JOIN email_messages m ON m.id = e.message_id WHERE e.lead_id = $1',
      [lead],
    )
    expect(messages).toEqual([{ subject: 'Dear Soo-jin', content: 'For you alone' }])
  })

  it('starts once on a lead, and says why it does not start on others', async () => {
    const [lead, nobodys, excluded] = [
      await addLead(),
      await addLead({ agent_id: null }),
      await addLead({ status_value: 0 }),
    ]
    const campaign = await addCampaign([email])
    expect(await start(campaign, lead, nobodys, excluded)).toEqual({
      leads: [lead],
      skipped: [
        { reason: 'has no agent', count: 1 },
        { reason: 'status Not interested', count: 1 },
      ],
    })
    expect((await start(campaign, lead))?.skipped).toEqual([{ reason: 'already in this campaign', count: 1 }])
  })

  it('goes on repeating when it is said to repeat less often by then', async () => {
    const lead = await addLead()
    const daily = behind(email, 0, {
      recurring: true,
      recurring_value: 1,
      recurring_period: 'day',
      execute_at: '15:00',
    })
    const campaign = await addCampaign([call, daily])
    await start(campaign, lead)
    await work()
    for (const day of [20, 21, 22, 23]) await workAt(`2026-11-${day}T20:00:00Z`)
    await change(async ctx => {
      const found = await requireCampaign(ctx, campaign)
      const fields = { recurring_value: 3 }
      await changeStep(ctx, found, { id: found.steps[1]?.id ?? 0, apply: true, fields })
    })
    for (const day of [24, 27, 30]) await workAt(`2026-11-${day}T20:00:00Z`)
    expect((await sendings(lead)).map(({ cause }) => Number(cause.split(':').at(-1)))).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('makes one task of a step that two plan at once', async () => {
    const lead = await addLead()
    await start(await addCampaign([call, behind(email, 1)]), lead)
    await work()
    const { id: instance_id, agent_id, version_id } = await instanceOf(lead)
    await change(async ctx => {
      const step = (await versionsById(ctx, [version_id])).get(version_id)?.[1]
      if (!step) throw new Error('The campaign has lost its second step.')
      const owner = { instance_id, lead_id: lead, agent_id, campaign_name: 'Follow-up', is_one_off: false }
      await planTogether(ctx, planned =>
        scheduleSteps(ctx, planned, [{ owner, step, occurrence: 0, at: START, anchor: START }]),
      )
    })
    expect((await tasks(lead)).map(({ task_type }) => task_type)).toEqual(['phone_call', 'auto_email'])
  })
})
