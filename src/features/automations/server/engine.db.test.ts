import { describe, expect, it } from 'vitest'
import {
  addsTag,
  automationWorld,
  callTask,
  DAY,
  HOUR,
  inOrder,
  later,
  rendered,
} from '../../../testing/followUp/automations.ts'
import { addRow } from '../../../testing/rows.ts'
import { createCampaign } from '../../campaigns/server/commands/edit.ts'
import { dealStatusChanged } from '../../deals/events.ts'
import { leadsClaimed, leadsCreated } from '../../leads/events.ts'
import { changeAgents } from '../../leads/server/commands/agents.ts'
import { changeStatuses } from '../../leads/server/commands/change.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import { opportunityRaised } from '../../opportunities/events.ts'
import { requestSubmitted } from '../../requests/events.ts'
import { tagLeads, untagLeads } from '../../tags/server/commands/leadTags.ts'
import { textReceived } from '../../text-messages/events.ts'

describe('automations', () => {
  const world = automationWorld()

  describe('triggers', () => {
    it('start with whatever happens to a lead, each with its own event', async () => {
      const tag = await world.addTag('Warm')
      const lead = await world.addLead({ status_value: 1 })
      const agent_id = world.agent.viewer.agent_id ?? 0
      const triggers = [
        [
          { kind: 'lead_created' },
          ctx => leadsCreated.emit(ctx, { leads: [{ id: lead, agent_id, source: 'site' }], is_import: false }),
        ],
        [
          { kind: 'lead_claimed', by: ['pool'] },
          ctx => leadsClaimed.emit(ctx, { leads: [{ id: lead, agent_id }], by: 'pool' }),
        ],
        [{ kind: 'status_changed', from: [1], to: [3] }, ctx => changeStatuses(ctx, [lead], 3)],
        [{ kind: 'tag_added', tag_id: tag }, ctx => tagLeads(ctx, [lead], [tag])],
        [{ kind: 'tag_removed', tag_id: tag }, ctx => untagLeads(ctx, [lead], [tag])],
        [
          { kind: 'opportunity_created', types: [2] },
          ctx =>
            opportunityRaised.emit(ctx, {
              opportunities: [{ id: 1, lead_id: lead, agent_id, opportunity_type_id: 2, is_new: true }],
            }),
        ],
        [
          { kind: 'request_submitted', kinds: ['viewing'] },
          ctx => requestSubmitted.emit(ctx, { id: 1, lead_id: lead, agent_id, kind: 'viewing' }),
        ],
        [
          { kind: 'message_received', channels: ['text'] },
          ctx => textReceived.emit(ctx, { id: 1, lead_id: lead, agent_id, body: 'Hello' }),
        ],
        [
          { kind: 'message_received', channels: ['email'] },
          ctx =>
            addMilestones(ctx, [{ lead_id: lead, milestone_type_id: milestoneType.email, milestone_option_id: 302 }]),
        ],
        [
          { kind: 'deal_status_changed', statuses: [5] },
          ctx => dealStatusChanged.emit(ctx, { id: 1, type: 3, agent_id, before: 4, after: 5, lead_ids: [lead] }),
        ],
      ] satisfies [object, (ctx: Parameters<Parameters<typeof world.change>[0]>[0]) => Promise<unknown>][]
      const automations = []
      for (const [trigger] of triggers) automations.push(await world.add({ trigger }))
      for (const [, happen] of triggers) await world.change<unknown>(happen)
      await world.work()
      const counts = await Promise.all(automations.map(async id => (await world.runs(id)).length))
      expect(counts).toEqual(triggers.map(() => 1))
    })

    it('start on leads of whom nothing was heard for so many days, once for each silence', async () => {
      const lead = await world.addLead({ last_contacted_at: later(-6.5 * DAY) })
      const neverReached = await world.addLead({ created_at: later(-6.48 * DAY), last_contacted_at: null })
      const automation = await world.add({ trigger: { kind: 'no_contact', days: 7 } })
      await world.workAt(later(6 * HOUR))
      expect(await world.runs(automation)).toHaveLength(0)
      await world.workAt(later(13 * HOUR))
      await world.workAt(later(14 * HOUR))
      expect(
        (await world.runs(automation)).map(run => [run.lead_id, new Date(run.triggered_at).toISOString()]),
      ).toEqual([
        [lead, later(0.5 * DAY).toISOString()],
        [neverReached, later(0.52 * DAY).toISOString()],
      ])
    })

    it('look at the clock twice a minute at most, however often they are woken', async () => {
      await world.addLead({ last_contacted_at: later(-7 * DAY + 10_000) })
      const automation = await world.add({ trigger: { kind: 'no_contact', days: 7 } })
      await world.workAt(later(20_000))
      expect(await world.runs(automation)).toHaveLength(0)
      await world.workAt(later(40_000))
      expect(await world.runs(automation)).toHaveLength(1)
    })

    it('start at a time of day where the lead is, also over a change of the clocks', async () => {
      const east = await world.addLead({ zone: 'America/Halifax', created_at: '2026-10-27T15:00:00Z' })
      const unknown = await world.addLead({ zone: 'Mars/Base', created_at: '2026-10-27T15:00:00Z' })
      world.clock.now = new Date('2026-10-30T00:00:00Z')
      const automation = await world.add({
        trigger: { kind: 'date_reached', field: 'created_at', offset_days: 6, time: '09:00' },
      })
      await world.workAt('2026-11-02T18:00:00Z')
      const at = (await world.runs(automation)).map(run => [run.lead_id, new Date(run.triggered_at).toISOString()])
      // The clocks went back on the first of November: it is nine there all the same.
      expect(at).toEqual([
        [east, '2026-11-02T13:00:00.000Z'],
        [unknown, '2026-11-02T14:00:00.000Z'],
      ])
    })

    it('start only on leads that pass the filters of lists, as they were when it happened', async () => {
      const tag = await world.addTag('Warm')
      const automation = await world.add({ trigger: { kind: 'status_changed' }, filters: { tag: [tag] } })
      const [without, having] = [
        await world.addLead({ status_value: 1 }),
        await world.addLead({ status_value: 1, tag_ids: [tag] }),
      ]
      await world.setStatus(without, 3)
      await world.setStatus(having, 3)
      await world.change(ctx => tagLeads(ctx, [without], [tag]))
      await world.work()
      expect((await world.runs(automation)).map(run => run.lead_id)).toEqual([having])
    })

    it('of an agent start only on leads of that agent, and end when the lead goes elsewhere', async () => {
      const agent_id = world.agent.viewer.agent_id
      const steps = inOrder({ kind: 'wait', value: 1, period: 'day', at: null }, callTask)
      const automation = await world.add(steps, { agent_id })
      const [own, other] = [
        await world.addLead({ status_value: 1 }),
        await world.addLead({ status_value: 1, agent_id: null }),
      ]
      await world.setStatus(own, 3)
      await world.setStatus(other, 3)
      await world.work()
      expect((await world.runs(automation)).map(run => run.lead_id)).toEqual([own])
      await world.change(ctx => changeAgents(ctx, [own], null))
      expect(await world.only(automation)).toMatchObject({ state: 'stopped', stop_reason: 'not_reached' })
    })
  })

  describe('steps', () => {
    it('run one after the other, waits counted in the zone of the lead', async () => {
      const tag = await world.addTag('Warm')
      const lead = await world.addLead({ status_value: 1, zone: 'America/Halifax' })
      await world.add(inOrder(addsTag(tag), { kind: 'wait', value: 1, period: 'day', at: '09:00' }, callTask))
      await world.setStatus(lead, 3)
      await world.work()
      expect(await world.log(lead)).toEqual([expect.stringMatching(/^s1: done Added tag Warm/), 's2: waiting Waits'])
      await world.workAt('2026-11-21T12:59:00Z')
      expect(await world.tasks(lead)).toHaveLength(0)
      await world.workAt('2026-11-21T13:00:00Z')
      expect(await world.tasks(lead)).toMatchObject([{ task_type: 'phone_call', subject: 'Call', automated: true }])
      expect((await world.log(lead)).slice(1)).toEqual(['s2: done Waited', 's3: done Call task'])
    })

    it('branch by the filters of lists, and join again', async () => {
      const tag = await world.addTag('Seller')
      const definition = {
        start: 'ask',
        steps: [
          { kind: 'branch', id: 'ask', filters: { type: ['seller_lead'] }, yes: 'tag', no: 'call' },
          { ...addsTag(tag), id: 'tag', next: 'call' },
          { ...callTask, id: 'call', next: null },
        ],
      }
      await world.add(definition)
      const [seller, buyer] = [
        await world.addLead({ status_value: 1, roles: ['seller_lead'] }),
        await world.addLead({ status_value: 1, roles: ['buyer_lead'] }),
      ]
      await world.setStatus(seller, 3)
      await world.setStatus(buyer, 3)
      await world.work()
      expect((await world.log(seller)).map(text => text.split(':')[0])).toEqual(['ask', 'tag', 'call'])
      expect((await world.log(buyer)).map(text => text.split(':')[0])).toEqual(['ask', 'call'])
    })

    it('wait until something happens, but no longer than said', async () => {
      const [answered, silent] = [await world.addTag('Answered'), await world.addTag('Silent')]
      await world.add({
        start: 'wait',
        steps: [
          {
            kind: 'wait_until',
            id: 'wait',
            until: { kind: 'contacted' },
            value: 5,
            period: 'minute',
            met: 'yes',
            otherwise: 'no',
          },
          { ...addsTag(answered), id: 'yes', next: null },
          { ...addsTag(silent), id: 'no', next: null },
        ],
      })
      const [called, left] = [await world.addLead({ status_value: 1 }), await world.addLead({ status_value: 1 })]
      await world.setStatus(called, 3)
      await world.setStatus(left, 3)
      await world.work()
      world.clock.now = later(2 * 60_000)
      await world.change(ctx =>
        addMilestones(ctx, [{ lead_id: called, milestone_type_id: milestoneType.call, milestone_option_id: 101 }]),
      )
      await world.work()
      expect((await world.log(called)).at(-1)).toMatch(/^yes: done Added tag Answered/)
      expect((await world.log(left)).at(-1)).toMatch(/^wait: waiting/)
      await world.workAt(later(6 * 60_000))
      expect((await world.log(left)).at(-1)).toMatch(/^no: done Added tag Silent/)
    })

    it('end as soon as the goal is reached', async () => {
      const automation = await world.add({
        goal: { kind: 'filters', filters: { status: [8] } },
        ...inOrder({ kind: 'wait', value: 2, period: 'day', at: null }, callTask),
      })
      const lead = await world.addLead({ status_value: 1 })
      await world.setStatus(lead, 3)
      await world.work()
      world.clock.now = later(DAY)
      await world.setStatus(lead, 8)
      await world.work()
      const [first] = await world.runs(automation)
      expect(first).toMatchObject({ state: 'stopped', stop_reason: 'goal' })
      expect(await world.tasks(lead)).toHaveLength(0)
    })

    it('start and stop campaigns, set a status, and notify', async () => {
      const steps = [{ step_type: 'phone_call' as const, name: 'First call' }]
      const campaign_id = await world.change(ctx =>
        createCampaign(ctx, { name: 'Drip', agent_id: null }, { isOn: true, steps }),
      )
      const lead = await world.addLead({ status_value: 1 })
      await world.add(
        inOrder(
          { kind: 'start_campaign', campaign_id },
          { kind: 'stop_campaign', campaign_id: null },
          { kind: 'set_status', status: 4 },
          { kind: 'notify', who: 'agent', agent_id: null, text: 'Look at {{lead_first_name}}' },
          { kind: 'notify', who: 'team_lead', agent_id: null, text: 'Nobody' },
        ),
      )
      await world.setStatus(lead, 3)
      await world.work()
      expect((await world.log(lead)).slice(0, 5)).toEqual([
        's1: done Started campaign Drip',
        's2: done Stopped all campaigns',
        's3: done Set status Nurturing',
        's4: done Notified the agent',
        's5: skipped No team lead to notify',
      ])
      expect(
        await world.rows('SELECT kind, title, lead_id FROM notifications WHERE lead_id = $1', [lead]),
      ).toContainEqual({
        kind: 'automation',
        title: 'Look at Soo-jin',
        lead_id: lead,
      })
    })

    it('send through the door for messages, as commercial ones that need consent', async () => {
      const template = async (platform: string) =>
        (
          await addRow(world.rows, 'templates', {
            platform,
            name: 'Hello',
            subject: 'Hi',
            content: '<p>Hello {{lead_first_name}}</p>',
            ...(platform === 'email' ? rendered : {}),
          })
        ).id
      const steps = inOrder(
        { kind: 'send_email', template_id: await template('email') },
        { kind: 'send_text', template_id: await template('text') },
      )
      await world.add(steps)
      const [willing, unwilling] = [await world.addLead({ status_value: 1 }), await world.addLead({ status_value: 1 })]
      await world.rows('DELETE FROM lead_consents WHERE lead_id = $1', [unwilling])
      await world.setStatus(willing, 3)
      await world.setStatus(unwilling, 3)
      await world.work()
      expect(await world.log(willing)).toEqual(['s1: done E-mail Hello', 's2: done Text Hello'])
      const sendings = await world.rows(
        'SELECT channel, class, cause, batch FROM sendings WHERE lead_id = $1 ORDER BY id',
        [willing],
      )
      expect(sendings.map(({ channel, class: kind }) => [channel, kind])).toEqual([
        ['email', 'commercial'],
        ['text', 'commercial'],
      ])
      expect((await world.log(unwilling)).map(text => text.slice(0, 26))).toEqual([
        's1: skipped E-mail not sen',
        's2: skipped Text not sent:',
      ])
    })

    it('offer a lead to the next agent, without the one who has it', async () => {
      const lead = await world.addLead({ status_value: 1 })
      await world.add(inOrder({ kind: 'offer', to: 'next', agent_id: null, team_id: null }))
      await world.setStatus(lead, 3)
      await world.work()
      expect(await world.log(lead)).toEqual([
        expect.stringMatching(/^s1: done (Offered to the next agent|Nobody could be asked)/),
      ])
      const [{ agent_id }] = await world.rows('SELECT agent_id FROM leads WHERE id = $1', [lead])
      expect(agent_id).toBeNull()
    })
  })
})
