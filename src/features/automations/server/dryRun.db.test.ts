import { describe, expect, it } from 'vitest'
import { addsTag, automationWorld, callTask, DAY, inOrder, START } from '../../../testing/followUp/automations.ts'
import { changeStatuses } from '../../leads/server/commands/change.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import { tagLeads, untagLeads } from '../../tags/server/commands/leadTags.ts'
import type { Definition } from '../contract/definition.ts'
import { dryRun, dryRunSpan } from './commands/dryRun.ts'
import { activate } from './commands/edit.ts'
import { rehearse } from './commands/rehearse.ts'
import { why } from './commands/why.ts'
import { requireAutomation } from './queries/automations.ts'
import { referencesOf } from './queries/references.ts'

/** Numbers that look random and are the same each time. */
function draws(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('a dry run', () => {
  const world = automationWorld()

  const rehearsed = async (id: number) => {
    const ctx = world.reading()
    const { agent_id, definition } = await requireAutomation(ctx, id)
    const known = await referencesOf(ctx, [definition])
    return rehearse(ctx, { id, agent_id, definition, known }, { span: dryRunSpan(ctx.now) })
  }
  /** What a dry run says, line by line: who, when, what. */
  const planned = async (id: number): Promise<string[]> =>
    (await rehearsed(id)).plans.flatMap(({ event, steps, state, stop_reason }) => [
      `${event.lead_id} ${new Date(event.at).toISOString()} ${state} ${stop_reason}`,
      ...steps.map(
        step =>
          `${event.lead_id} ${step.step_id} ${step.state} ${step.way} ${step.text} ${step.at.toISOString()} ${step.until?.toISOString()}`,
      ),
    ])
  /** The same of the run log. */
  const logged = async (id: number): Promise<string[]> => {
    const runs = await world.rows(
      'SELECT * FROM automation_runs WHERE automation_id = $1 ORDER BY triggered_at, event_id',
      [id],
    )
    const iso = (at: string | null) => (at === null ? undefined : new Date(at).toISOString())
    const lines: string[] = []
    for (const run of runs) {
      const steps = await world.rows('SELECT * FROM automation_run_steps WHERE run_id = $1 ORDER BY id', [run.id])
      lines.push(`${run.lead_id} ${iso(run.triggered_at)} ${run.state} ${run.stop_reason}`)
      for (const step of steps)
        lines.push(
          `${run.lead_id} ${step.step_id} ${step.state} ${step.way} ${step.text} ${iso(step.planned_at)} ${iso(step.until)}`,
        )
    }
    return lines
  }

  it('of an automation that nobody changed says what its run log says, without a difference', async () => {
    const draw = draws(7)
    const [warm, hot] = [await world.addTag('Warm'), await world.addTag('Hot')]
    const definition = {
      trigger: { kind: 'status_changed', to: [3, 4] },
      filters: { status: [3] },
      goal: { kind: 'status_changed', to: [8] },
      again: 'after_end',
      start: 'ask',
      steps: [
        { kind: 'branch', id: 'ask', filters: { tag: [hot] }, yes: 'call', no: 'until' },
        { ...callTask, id: 'call', next: 'wait' },
        {
          kind: 'wait_until',
          id: 'until',
          until: { kind: 'tag_added', tag_id: hot },
          value: 2,
          period: 'hour',
          met: 'call',
          otherwise: 'tag',
        },
        { ...addsTag(warm), id: 'tag', next: 'wait' },
        { kind: 'wait', id: 'wait', value: 1, period: 'day', at: '09:00', next: 'again' },
        { kind: 'branch', id: 'again', filters: { lastContactedDate: { over: 1 } }, yes: 'late', no: 'filters' },
        { kind: 'remove_tag', tag_id: warm, id: 'late', next: null },
        {
          kind: 'wait_until',
          id: 'filters',
          until: { kind: 'filters', filters: { tag: [warm] } },
          value: 1,
          period: 'hour',
          met: 'late',
          otherwise: null,
        },
      ],
    }
    const automation = await world.add(definition)
    const zones = ['America/Toronto', 'America/Halifax', 'Asia/Kolkata']
    const leads: number[] = []
    for (let i = 0; i < 15; i++) leads.push(await world.addLead({ status_value: 1, zone: zones[i % 3] }))
    for (let turn = 0; turn < 120; turn++) {
      world.clock.now = new Date(world.clock.now.getTime() + draw(50) * 60_000)
      const lead = leads[draw(leads.length)] ?? 0
      const act = draw(6)
      await world.change(async ctx => {
        if (act <= 2) await changeStatuses(ctx, [lead], [3, 4, 8][draw(3)] ?? 3)
        else if (act === 3) await tagLeads(ctx, [lead], [draw(2) === 0 ? hot : warm])
        else if (act === 4) await untagLeads(ctx, [lead], [hot, warm])
        else
          await addMilestones(ctx, [
            {
              lead_id: lead,
              milestone_type_id: milestoneType.call,
              milestone_option_id: 101,
              happened_at: ctx.now.toISOString(),
            },
          ])
      })
      await world.work()
    }
    const log = await logged(automation)
    expect(log.length).toBeGreaterThan(60)
    expect(await planned(automation)).toEqual(log)
  }, 120_000)

  it('of a trigger of the clock says what its run log says, and what was before it was on', async () => {
    const old = await world.addLead({
      last_contacted_at: new Date(START.getTime() - 20 * DAY),
      created_at: new Date(START.getTime() - 40 * DAY),
    })
    await world.rows(`INSERT INTO milestones (lead_id, milestone_type_id, happened_at) VALUES ($1, $2, $3)`, [
      old,
      milestoneType.call,
      new Date(START.getTime() - 20 * DAY),
    ])
    const soon = await world.addLead({ created_at: new Date(START.getTime() - 6 * DAY) })
    const automation = await world.add({ trigger: { kind: 'no_contact', days: 7 } })
    await world.workAt(new Date(START.getTime() + 2 * DAY))
    const { plans } = await rehearsed(automation)
    expect(plans.map(({ event }) => [event.lead_id, new Date(event.at).toISOString()])).toEqual([
      [old, new Date(START.getTime() - 13 * DAY).toISOString()],
      [soon, new Date(START.getTime() + DAY).toISOString()],
    ])
  })

  it('changes nothing and sends nothing, says what stood in the way, and opens the switch', async () => {
    const tag = await world.addTag('Warm')
    const automation = await world.add({ ...inOrder(addsTag(tag), callTask) }, { state: 'draft' })
    const [free, owned] = [
      await world.addLead({ status_value: 1, agent_id: null }),
      await world.addLead({ status_value: 1, tag_ids: [tag] }),
    ]
    await world.change(ctx => changeStatuses(ctx, [free, owned], 3))
    const before = await world.rows(
      'SELECT (SELECT count(*) FROM tasks) AS tasks, (SELECT count(*) FROM milestones) AS milestones',
    )
    await expect(world.change(async ctx => activate(ctx, await requireAutomation(ctx, automation)))).rejects.toThrow(
      'Do a dry run',
    )
    const report = await world.change(async ctx => dryRun(ctx, await requireAutomation(ctx, automation), undefined))
    expect(report).toMatchObject({
      sentence: 'It would have run 2 times for 2 leads: 1 tag added, 1 task to do.',
      runs: 2,
      leads: 2,
      stopped: [
        { count: 1, reason: expect.stringMatching(/^Had tag Warm/) },
        { count: 1, reason: 'No agent to do it' },
      ],
      steps: [
        { step_id: 's1', reached: 2, done: 1, skipped: 1 },
        { step_id: 's2', reached: 2, done: 1, skipped: 1 },
      ],
      feeds: [],
    })
    expect(report.days.reduce((sum, day) => sum + day.runs, 0)).toBe(2)
    expect(
      await world.rows('SELECT (SELECT count(*) FROM tasks) AS tasks, (SELECT count(*) FROM milestones) AS milestones'),
    ).toEqual(before)
    await world.change(async ctx => activate(ctx, await requireAutomation(ctx, automation)))
    expect((await requireAutomation(world.reading(), automation)).state).toBe('on')
  })

  it('of what is not saved leaves the switch shut, and names the loop that it would make', async () => {
    const [a, b] = [await world.addTag('A'), await world.addTag('B')]
    await world.add({ trigger: { kind: 'tag_added', tag_id: b }, ...inOrder(addsTag(a)) }, { name: 'Back' })
    const automation = await world.add({}, { state: 'draft' })
    const { definition } = await requireAutomation(world.reading(), automation)
    const given = { ...definition, trigger: { kind: 'tag_added', tag_id: a }, ...inOrder(addsTag(b)) } as Definition
    const report = await world.change(async ctx => dryRun(ctx, await requireAutomation(ctx, automation), given))
    expect(report.feeds).toMatchObject([{ name: 'Back', is_loop: true }])
    expect((await requireAutomation(world.reading(), automation)).needs_dry_run).toBe(true)
  })

  describe('why', () => {
    const asked = async (automation: number, lead: number) =>
      why(world.reading(), await requireAutomation(world.reading(), automation), lead)

    it('somebody got it: it ran, with what it did', async () => {
      const automation = await world.add()
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      const answer = await asked(automation, lead)
      expect(answer).toMatchObject({ outcome: 'ran', before: [] })
      expect(answer.sentence).toMatch(/^It ran for Soo-jin No\d+ on Nov 20, 2:20 PM: Call task\.$/)
    })

    it('somebody did not: the first condition that failed, and nothing asked after it', async () => {
      const tag = await world.addTag('Warm')
      const automation = await world.add({ filters: { status: [3], tag: [tag], hasTask: false } })
      await world.rows(`UPDATE automations SET state_changed_at = $1`, [new Date(START.getTime() - DAY)])
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      const answer = await asked(automation, lead)
      expect(answer.outcome).toBe('not_started')
      expect(answer.sentence).toMatch(/left them alone: tag Warm \d+ did not hold\.$/)
      expect(answer.checks.map(({ outcome }) => outcome)).toEqual([
        'passed',
        'passed',
        'failed',
        'not_asked',
        'not_asked',
        'not_asked',
      ])
    })

    it('somebody did not, because nothing happened to them', async () => {
      const automation = await world.add()
      const lead = await world.addLead({ status_value: 1 })
      expect(await asked(automation, lead)).toMatchObject({
        outcome: 'never_triggered',
        checks: [{ outcome: 'failed' }],
      })
    })
  })
})
