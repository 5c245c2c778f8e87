import { describe, expect, it } from 'vitest'
import { behind, call, campaignEngine, DAY, email, START, text } from '../../../testing/followUp/campaignEngine.ts'
import { beginTrying } from '../../outbound/server/commands/trying.ts'
import type { StepComparison, StepFields } from '../contract/records.ts'
import { wordingFor } from '../rules/wordings.ts'
import { changeStep } from './commands/edit.ts'
import { planOf } from './commands/plan.ts'
import { skipNext } from './commands/run.ts'
import { stopInstances } from './commands/stop.ts'
import { requireCampaign } from './queries/campaigns.ts'
import { campaignStatistics } from './queries/figures.ts'
import { instancesOnLeads } from './queries/instances.ts'

const twice: StepFields = { ...email, other_subject: 'Prices, {{lead_first_name}}', other_content: '<p>Prices</p>' }
const twoTexts: StepFields = { ...text, other_content: 'Hello {{lead_first_name}}' }

describe('a step with two wordings', () => {
  const { rows, change, addLead, addCampaign, start, work, workAt, ...read } = campaignEngine()
  const { sendings, states, instanceOf, tasks } = read

  const leadsOf = async (count: number): Promise<number[]> => {
    const leads: number[] = []
    for (let at = 0; at < count; at++) leads.push(await addLead())
    return leads
  }
  const stepOf = (campaign: number, place = 0) =>
    change(async ctx => {
      const step = (await requireCampaign(ctx, campaign)).steps[place]
      if (!step) throw new Error('The campaign has no such step.')
      return step
    })
  const edit = (campaign: number, fields: Partial<StepFields>, apply = true) =>
    change(async ctx => {
      const found = await requireCampaign(ctx, campaign)
      await changeStep(ctx, found, { id: found.steps[0]?.id ?? 0, apply, fields })
    })
  const comparison = async (campaign: number) => (await statistics(campaign)).comparisons[0]
  const totals = (one: StepComparison | undefined) =>
    one && { sent: one.a.sent + one.b.sent, replies: one.a.replies + one.b.replies }
  const statistics = (campaign: number) => change(ctx => campaignStatistics(ctx, campaign))
  const arrive = () => rows(`UPDATE sendings SET state = 'delivered' WHERE state = 'prepared'`)
  const ran = (campaign: number) =>
    rows(
      `SELECT i.lead_id, r.wording, r.compared_since, r.state, m.subject
       FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id
       LEFT JOIN emails e ON e.sending_id = r.sending_id LEFT JOIN email_messages m ON m.id = e.message_id
       WHERE i.campaign_id = $1 ORDER BY r.id`,
      [campaign],
    )
  /** So many leads who get each of the two wordings. */
  const leadsFor = async (step: Parameters<typeof wordingFor>[0]) => {
    const leads = await leadsOf(12)
    const gets = (wording: string) => leads.filter(lead => wordingFor(step, lead) === wording)
    return { leads, a: gets('a'), b: gets('b') }
  }

  it('says each to the leads who get it, once, and writes each down once', async () => {
    const campaign = await addCampaign([twice])
    const step = await stepOf(campaign)
    const { leads, a, b } = await leadsFor(step)
    expect(Math.min(a.length, b.length)).toBeGreaterThan(0)
    await start(campaign, ...leads)
    await work()
    const subjects = new Map((await ran(campaign)).map(row => [row.lead_id, row.subject]))
    for (const lead of a) expect(subjects.get(lead)).toBe('Hi {{lead_first_name}}')
    for (const lead of b) expect(subjects.get(lead)).toBe('Prices, {{lead_first_name}}')
    for (const lead of leads) expect(await sendings(lead)).toHaveLength(1)
    expect(await rows('SELECT wording FROM campaign_messages ORDER BY wording')).toEqual([
      { wording: 'a' },
      { wording: 'b' },
    ])
  })

  it('texts each to the leads who get it', async () => {
    const campaign = await addCampaign([twoTexts])
    const { leads, b } = await leadsFor(await stepOf(campaign))
    await start(campaign, ...leads)
    await work()
    const bodies = await rows(`SELECT lead_id, body FROM texts WHERE lead_id = ANY($1)`, [leads])
    for (const { lead_id, body } of bodies) expect(body.startsWith('Hello Soo-jin')).toBe(b.includes(lead_id))
    expect(bodies).toHaveLength(leads.length)
  })

  it('stands among the tasks, and in what will happen, as the lead gets it', async () => {
    const campaign = await addCampaign([behind(twice, 0, { execute_at: '23:00' })])
    const { leads, b } = await leadsFor(await stepOf(campaign))
    await start(campaign, ...leads)
    for (const lead of leads) {
      const isOther = b.includes(lead)
      expect((await tasks(lead))[0].content).toContain(isOther ? 'Prices' : 'Homes')
      const plan = await change(ctx => planOf(ctx, instancesOnLeads([lead])))
      expect(plan?.future).toMatchObject([{ wording: isOther ? 'b' : 'a' }])
    }
  })

  it('is given to those who wait when an edit is applied to them, and taken away again', async () => {
    const campaign = await addCampaign([behind(email, 0, { execute_at: '23:00' })])
    const { leads, b } = await leadsFor({ ...(await stepOf(campaign)), compared_since: START.toISOString() })
    await start(campaign, ...leads)
    await edit(campaign, { other_subject: 'Prices', other_content: '<p>Prices</p>' })
    const said = async (lead: number) => (await tasks(lead))[0].content
    for (const lead of leads) expect(await said(lead)).toContain(b.includes(lead) ? 'Prices' : 'Homes')
    await edit(campaign, { other_content: null })
    for (const lead of leads) expect(await said(lead)).toContain('Homes')
    await workAt(new Date(START.getTime() + DAY))
    expect((await ran(campaign)).map(({ wording }) => wording)).toEqual(leads.map(() => null))
  })

  it('counts what arrived and who replied, which adds up to the messages', async () => {
    const campaign = await addCampaign([twice, behind(call, 3)])
    const { leads, a, b } = await leadsFor(await stepOf(campaign))
    await start(campaign, ...leads)
    await work()
    await arrive()
    const [lost] = a
    await rows(`UPDATE sendings SET state = 'failed' WHERE lead_id = $1`, [lost])
    await change(ctx => stopInstances(ctx, instancesOnLeads(b.slice(0, 1)), { reason: 'replied' }))
    const found = await statistics(campaign)
    expect(found.comparisons).toMatchObject([
      { a: { sent: a.length - 1, replies: 0, rate: 0 }, b: { sent: b.length, replies: 1 }, leader: 'b' },
    ])
    const [step] = found.steps
    expect(found.comparisons.map(totals)).toEqual([{ sent: step?.delivered, replies: step?.answered }])
  })

  it('counts a lead once however often it repeats, and no reply after the next step', async () => {
    const daily = { execute_at: '09:00', recurring: true, recurring_value: 1, recurring_period: 'day' } as const
    const campaign = await addCampaign([behind(twice, 0, daily), behind(call, 1, { delay_period: 'hour' })])
    const lead = await addLead()
    await start(campaign, lead)
    for (const at of ['21T14:00', '21T15:00', '22T14:00', '23T14:00']) await workAt(`2026-11-${at}:00Z`)
    await arrive()
    expect(totals(await comparison(campaign))).toEqual({ sent: 1, replies: 0 })
    const other = await addCampaign([twice, behind(call, 1, { delay_period: 'hour' })])
    await start(other, lead)
    await workAt('2026-11-24T20:00:00Z')
    await workAt('2026-11-24T22:00:00Z')
    await arrive()
    expect(await states(lead)).toContain('First call: task')
    await change(ctx => stopInstances(ctx, instancesOnLeads([lead]), { reason: 'replied' }))
    expect(totals(await comparison(other))).toEqual({ sent: 1, replies: 0 })
  })

  it('leaves out whom it was skipped for, who was stopped, and what the agent put in other words', async () => {
    const campaign = await addCampaign([behind(twice, 0, { execute_at: '23:00' })])
    const leads = await leadsOf(4)
    const [skipped = 0, stopped = 0, own = 0, plain = 0] = leads
    await start(campaign, ...leads)
    const { id } = await instanceOf(skipped)
    await change(ctx => skipNext(ctx, id, 'Skipped by hand.'))
    await change(ctx => stopInstances(ctx, instancesOnLeads([stopped]), { reason: 'by_hand' }))
    await rows(`UPDATE tasks SET content = 'In my words', version = version + 1 WHERE lead_id = $1`, [own])
    await workAt(new Date(START.getTime() + DAY))
    await arrive()
    const found = new Map((await ran(campaign)).map(row => [row.lead_id, [row.state, row.wording]]))
    expect(found.get(skipped)).toEqual(['skipped', null])
    expect(found.get(stopped)).toEqual(['cancelled', null])
    expect(found.get(own)).toEqual(['sent', null])
    expect(found.get(plain)).toEqual(['sent', wordingFor(await stepOf(campaign), plain)])
    expect(totals(await comparison(campaign))).toMatchObject({ sent: 1 })
  })

  it('begins anew with other words, and goes on when they are put back', async () => {
    const campaign = await addCampaign([twice])
    const first = await stepOf(campaign)
    await start(campaign, await addLead())
    await work()
    await arrive()
    const sent = async () => totals(await comparison(campaign))?.sent ?? null
    await workAt(new Date(START.getTime() + DAY))
    await edit(campaign, { name: 'Another name', execute_at: '10:00' })
    expect([(await stepOf(campaign)).compared_since, await sent()]).toEqual([first.compared_since, 1])
    await edit(campaign, { other_subject: 'Bargains' })
    expect((await stepOf(campaign)).compared_since).not.toBe(first.compared_since)
    expect(await sent()).toBe(0)
    await edit(campaign, { content: first.other_content ?? '', other_content: null })
    expect([(await stepOf(campaign)).compared_since, await sent()]).toEqual([null, null])
    const { subject, content, other_subject, other_content } = first
    await edit(campaign, { subject, content, other_subject, other_content })
    expect([(await stepOf(campaign)).compared_since, await sent()]).toEqual([first.compared_since, 1])
  })

  it('sends nothing a second time when its words change between being asked for and going out', async () => {
    const campaign = await addCampaign([twice])
    const leads = await leadsOf(6)
    await start(campaign, ...leads)
    await work()
    await edit(campaign, { subject: 'Other', other_subject: 'Another' })
    await edit(campaign, { other_content: null })
    await workAt(new Date(START.getTime() + DAY))
    for (const lead of leads) {
      const [one, ...more] = await sendings(lead)
      expect(more).toEqual([])
      expect(await change(ctx => beginTrying(ctx, { id: one.id }))).not.toBeNull()
      expect(await states(lead)).toEqual(['Hello: sent'])
    }
  })

  it('keeps going with one on those who began before there was another', async () => {
    const campaign = await addCampaign([behind(email, 0, { execute_at: '23:00' })])
    const lead = await addLead()
    await start(campaign, lead)
    await rows(`UPDATE campaign_versions SET steps = (
      SELECT jsonb_agg(s - 'other_subject' - 'other_content' - 'compared_since') FROM jsonb_array_elements(steps) AS s)`)
    await edit(campaign, { other_subject: 'Prices', other_content: '<p>Prices</p>' }, false)
    await workAt(new Date(START.getTime() + DAY))
    expect(await ran(campaign)).toMatchObject([{ state: 'sent', wording: null, subject: 'Hi {{lead_first_name}}' }])
  })

  it('forgets leads who are erased', async () => {
    const campaign = await addCampaign([twice])
    const leads = await leadsOf(3)
    await start(campaign, ...leads)
    await work()
    await arrive()
    await rows('DELETE FROM leads WHERE id = $1', [leads[0]])
    expect(totals(await comparison(campaign))).toMatchObject({ sent: 2 })
  })

  it.each([
    ['of a call', { ...call, other_content: 'Ask else' }, 'other_content', 'goes out by itself'],
    [
      'that says the same',
      { ...email, other_subject: email.subject, other_content: email.content },
      'other_content',
      'says the same',
    ],
    [
      'that differs where nobody reads it',
      { ...text, other_subject: 'Unread', other_content: text.content },
      'other_content',
      'says the same',
    ],
    ['with an unknown placeholder', { ...twice, other_subject: 'Hi {{first_name}}' }, 'other_subject', 'first_name'],
    ['that is too long', { ...text, other_content: 'x'.repeat(5000) }, 'other_content', 'at most'],
  ])('is refused %s', async (_, step, field, why) => {
    await expect(addCampaign([step])).rejects.toMatchObject({ fields: { [field]: [expect.stringContaining(why)] } })
  })

  it('needs both to say something before the campaign runs', async () => {
    const campaign = await addCampaign([{ ...twice, other_subject: '' }])
    const { problem } = await change(ctx => requireCampaign(ctx, campaign))
    expect(problem).toBe('The second wording of step 1 has no subject.')
    expect(await start(campaign, await addLead())).toBeNull()
  })

  it('has one again when it becomes something that an agent does', async () => {
    const campaign = await addCampaign([twice])
    await edit(campaign, { step_type: 'phone_call' })
    expect(await stepOf(campaign)).toMatchObject({ other_content: null, other_subject: null, compared_since: null })
  })
})
