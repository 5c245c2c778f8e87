import { describe, expect, it } from 'vitest'
import {
  addsTag,
  automationWorld,
  callTask,
  HOUR,
  inOrder,
  later,
  rendered,
  START,
} from '../../../testing/followUp/automations.ts'
import { addRow } from '../../../testing/rows.ts'
import { changeStatuses } from '../../leads/server/commands/change.ts'
import { removeLeads } from '../../leads/server/commands/removal.ts'
import { tagMerged } from '../../tags/events.ts'
import { tagLeads } from '../../tags/server/commands/leadTags.ts'
import { Definition } from '../contract/definition.ts'
import { advanceDue } from './commands/advance.ts'
import { changeAutomation, pause } from './commands/edit.ts'
import { retryStep, skipStep } from './commands/finish.ts'
import { startPending } from './commands/start.ts'
import { requireAutomation } from './queries/automations.ts'
import { lockRun } from './queries/engine.ts'
import { purgeEvents } from './queries/events.ts'

describe('runs of automations', () => {
  const world = automationWorld()

  describe('runs', () => {
    it('go through a lead once at a time, and once at all where that is said', async () => {
      const again = await world.add(inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }))
      const once = await world.add({ again: 'never' })
      const lead = await world.addLead({ status_value: 1 })
      for (const status of [2, 3, 4]) await world.setStatus(lead, status)
      await world.work()
      expect(await world.runs(again)).toHaveLength(1)
      await world.workAt(later(2 * HOUR))
      await world.setStatus(lead, 5)
      await world.work()
      expect([await world.runs(again), await world.runs(once)].map(runs => runs.length)).toEqual([2, 1])
    })

    it('do each step once, however many workers there are and however often they die', async () => {
      const automation = await world.add(
        inOrder(callTask, { kind: 'wait', value: 1, period: 'minute', at: null }, callTask),
      )
      const leads = await Promise.all(Array.from({ length: 30 }, () => world.addLead({ status_value: 1 })))
      await world.change(ctx => changeStatuses(ctx, leads, 3))
      const dying = () =>
        world
          .change(async ctx => {
            await advanceDue({ ...ctx, author: null }, 7)
            throw new Error('killed')
          })
          .catch(() => {})
      await world.change(async ctx => startPending(ctx, 500))
      await Promise.all([dying(), world.work(), dying(), world.work()])
      world.clock.now = later(2 * 60_000)
      await Promise.all([dying(), world.work(), world.work(), dying()])
      await world.work()
      const [{ count }] = await world.rows('SELECT count(*)::int AS count FROM tasks WHERE lead_id = ANY($1)', [leads])
      expect(count).toBe(60)
      expect((await world.runs(automation)).every(run => run.state === 'done')).toBe(true)
    })

    it('hold still while the automation is off, and go on when it is on', async () => {
      const automation = await world.add(inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }, callTask))
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      await world.change(async ctx => pause(ctx, await requireAutomation(ctx, automation), 'hold'))
      await world.workAt(later(2 * HOUR))
      expect(await world.tasks(lead)).toHaveLength(0)
      await world.rows(`UPDATE automations SET state = 'on' WHERE id = $1`, [automation])
      await world.work()
      expect(await world.tasks(lead)).toHaveLength(1)
    })

    it('end when it is switched off for those inside, too, and take back what has not left', async () => {
      const automation = await world.add(inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }, callTask))
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      await world.change(async ctx => pause(ctx, await requireAutomation(ctx, automation), 'stop'))
      expect(await world.only(automation)).toMatchObject({
        state: 'stopped',
        stop_reason: 'switched_off',
        next_at: null,
      })
    })

    it('end instead of catching up after a day', async () => {
      const automation = await world.add(inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }, callTask))
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      await world.workAt(later(26 * HOUR))
      expect(await world.only(automation)).toMatchObject({ state: 'stopped', stop_reason: 'too_late' })
      expect(await world.tasks(lead)).toHaveLength(0)
    })

    it('go on by the definition with which they began, or by a new one where that is said', async () => {
      const wait = { kind: 'wait', value: 1, period: 'hour', at: null }
      const [old, fresh] = [await world.addTag('Old'), await world.addTag('New')]
      const automation = await world.add(inOrder(wait, addsTag(old)))
      const edit = (apply: boolean) =>
        world.change(async ctx => {
          const before = await requireAutomation(ctx, automation)
          const definition = Definition.parse({ ...before.definition, ...inOrder(wait, addsTag(fresh)) })
          await changeAutomation(ctx, before, { fields: {}, definition, apply })
        })
      const [first, second] = [await world.addLead({ status_value: 1 }), await world.addLead({ status_value: 1 })]
      await world.setStatus(first, 3)
      await world.work()
      await edit(false)
      await world.workAt(later(HOUR))
      expect((await world.log(first)).at(-1)).toMatch(/Added tag Old/)
      await world.change(async ctx => {
        const before = await requireAutomation(ctx, automation)
        await changeAutomation(ctx, before, {
          fields: {},
          definition: Definition.parse({ ...before.definition, ...inOrder(wait, addsTag(old)) }),
          apply: false,
        })
      })
      await world.setStatus(second, 3)
      await world.work()
      await edit(true)
      await world.workAt(later(2 * HOUR))
      expect((await world.log(second)).at(-1)).toMatch(/Added tag New/)
    })

    it('end at a step that an edit removed', async () => {
      const automation = await world.add(inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }, callTask))
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      await world.change(async ctx => {
        const before = await requireAutomation(ctx, automation)
        const steps = { start: 'other', steps: [{ ...callTask, id: 'other', next: null }] }
        await changeAutomation(ctx, before, {
          fields: {},
          definition: Definition.parse({ ...before.definition, ...steps }),
          apply: true,
        })
      })
      await world.workAt(later(HOUR))
      expect(await world.only(automation)).toMatchObject({ state: 'stopped', stop_reason: 'step_removed' })
    })

    it('leave out what was deleted meanwhile, and go on', async () => {
      const template = await addRow(world.rows, 'templates', {
        platform: 'email',
        name: 'Hello',
        subject: 'Hi',
        content: '<p>Hi</p>',
        ...rendered,
      })
      const left = (
        await world.rows(
          `INSERT INTO users (email, first_name, last_name, is_active) VALUES ('gone@people.test', 'Gone', 'Agent', false) RETURNING id`,
        )
      )[0]
      const agent = await addRow(world.rows, 'agents', { user_id: left.id })
      const lead = await world.addLead({ status_value: 1 })
      await world.add(
        inOrder(
          { kind: 'send_email', template_id: template.id },
          { kind: 'offer', to: 'agent', agent_id: agent.id, team_id: null },
          callTask,
        ),
      )
      await world.rows('UPDATE templates SET deleted_at = now() WHERE id = $1', [template.id])
      await world.setStatus(lead, 3)
      await world.work()
      expect(await world.log(lead)).toEqual([
        's1: skipped A template of an e-mail of it was deleted',
        's2: skipped An agent of it no longer works here',
        's3: done Call task',
      ])
    })

    it('end with the lead that is deleted, and follow a tag that is merged away', async () => {
      const [tag, into] = [await world.addTag('Old'), await world.addTag('Kept')]
      const automation = await world.add({
        trigger: { kind: 'tag_added', tag_id: tag },
        filters: { tag: [tag] },
        ...inOrder({ kind: 'wait', value: 1, period: 'hour', at: null }, callTask),
      })
      await world.change(ctx => tagMerged.emit(ctx, { from: tag, into }))
      const { definition } = await requireAutomation(world.reading(), automation)
      expect([definition.trigger, definition.filters]).toEqual([{ kind: 'tag_added', tag_id: into }, { tag: [into] }])
      const lead = await world.addLead()
      await world.change(ctx => tagLeads(ctx, [lead], [into]))
      await world.work()
      await world.change(ctx => removeLeads(ctx, [lead]))
      expect(await world.only(automation)).toMatchObject({ state: 'stopped', stop_reason: 'lead_deleted' })
    })

    it('fail at a step that cannot be done, which is tried again alone or skipped', async () => {
      const automation = await world.add(
        inOrder(callTask, { kind: 'webhook', url: 'https://desk.test/hook' }, callTask),
      )
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      const { id } = await world.only(automation)
      const runOf = async (ctx: Parameters<typeof lockRun>[0]) => {
        const run = await lockRun(ctx, Number(id))
        if (!run) throw new Error('The run is missing.')
        return run
      }
      await world.rows(`UPDATE automation_runs SET state = 'failed' WHERE id = $1`, [id])
      await world.rows(`UPDATE automation_run_steps SET state = 'failed' WHERE run_id = $1 AND kind = 'webhook'`, [id])
      await world.change(async ctx => retryStep(ctx, await runOf(ctx)))
      await world.work()
      expect((await world.log(lead)).map(text => text.slice(0, 12))).toEqual(['s1: done Cal', 's2: waiting '])
      await world.change(async ctx => skipStep(ctx, await runOf(ctx)))
      await world.work()
      expect((await world.log(lead)).at(-1)).toBe('s3: done Call task')
      expect(await world.tasks(lead)).toHaveLength(2)
    })
  })

  describe('guards', () => {
    it('stop two automations that feed each other at the fifth generation, once', async () => {
      const [a, b] = [await world.addTag('A'), await world.addTag('B')]
      const ping = await world.add({
        trigger: { kind: 'tag_added', tag_id: a },
        ...inOrder({ kind: 'remove_tag', tag_id: a }, addsTag(b)),
      })
      const pong = await world.add({
        trigger: { kind: 'tag_added', tag_id: b },
        ...inOrder({ kind: 'remove_tag', tag_id: b }, addsTag(a)),
      })
      const leads = await Promise.all(Array.from({ length: 40 }, () => world.addLead()))
      await world.change(ctx => tagLeads(ctx, leads, [a]))
      await world.work()
      const runs = [...(await world.runs(ping)), ...(await world.runs(pong))]
      expect(Math.max(...runs.map(run => run.generation))).toBe(5)
      const stopped = await world.rows('SELECT stopped_itself FROM automations WHERE stopped_itself IS NOT NULL')
      expect(stopped).toEqual([{ stopped_itself: 'loop' }])
      const notices = await world.rows(
        `SELECT count(*)::int AS count FROM automation_notices WHERE automation_id = ANY($1)`,
        [[ping, pong]],
      )
      expect(notices).toEqual([{ count: 1 }])
    })

    it('stop an automation that starts more than 500 times within a minute', async () => {
      const automation = await world.add(inOrder(callTask))
      await world.rows(
        `INSERT INTO automation_runs (automation_id, version_id, lead_id, event_id, triggered_at, trigger_text, generation, state,
           planned_at, started_at)
         SELECT $1, v.id, l.id, -place, now(), '', 1, 'done', now(), $2
         FROM generate_series(1, 500) AS place, (SELECT id FROM leads LIMIT 1) l, automation_versions v WHERE v.automation_id = $1`,
        [automation, START],
      )
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      expect(await world.rows('SELECT state, stopped_itself FROM automations')).toEqual([
        { state: 'off', stopped_itself: 'rate' },
      ])
      expect(await world.tasks(lead)).toHaveLength(0)
    })
  })

  it('the journal forgets what no dry run reads', async () => {
    const lead = await world.addLead({ status_value: 1 })
    await world.setStatus(lead, 3)
    await world.setStatus(lead, 4)
    await world.rows(`UPDATE automation_events SET at = now() - interval '60 days' WHERE detail ->> 'after' = '3'`)
    expect(await world.change(ctx => purgeEvents({ ...ctx, now: new Date() }, 10))).toBeGreaterThan(0)
    const left = await world.rows(
      `SELECT detail ->> 'after' AS after FROM automation_events WHERE kind = 'status_changed'`,
    )
    expect(left).toEqual([{ after: '4' }])
  })
})
