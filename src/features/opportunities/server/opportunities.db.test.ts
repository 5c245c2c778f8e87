import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../platform/server/context.ts'
import { agentAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { recordSignals } from '../../leads/server/commands/signals.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones, type NewMilestone } from '../../milestones/server/commands.ts'
import { wakeDue } from '../../snooze/server/commands/waking.ts'
import { opportunityRaised } from '../events.ts'
import { CONTACT_REQUEST_MODEL } from '../rules/opportunityTypes.ts'

let office: TestOffice
let agent: TestClient
let agent2: TestClient
let admin: TestClient
const raised: { lead_id: number; opportunity_type_id: number; is_new: boolean }[] = []
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2, admin } = office)
  opportunityRaised.on(async (_, { opportunities }) => void raised.push(...opportunities))
}, 60_000)
afterAll(() => office.server.close())

/** A Thursday, 11:08 in Toronto. */
const NOW = new Date('2026-11-19T16:08:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR)
beforeEach(() => {
  office.server.clock.now = NOW
})

/** What the product does as something happens, by the test's clock. */
const happen = (work: (ctx: Change) => Promise<unknown>) =>
  agentAtWork(office.server.database, {
    agent_id: office.agentId('agent'),
    user_id: office.userId('agent'),
  }).writing(ctx => work({ ...ctx, now: office.server.clock.now ?? new Date() }))

const add = (lead_id: number, milestone_type_id: number, more: Partial<NewMilestone> = {}) =>
  happen(ctx => addMilestones(ctx, [{ lead_id, milestone_type_id, ...more }]))
const look = (lead_id: number, model_id: number, more: Partial<NewMilestone> = {}) =>
  add(lead_id, milestoneType.propertyViewed, {
    model_type: 'search_listing',
    model_id,
    description: `${model_id} Elm St`,
    ...more,
  })
const visit = (id: number) => happen(ctx => recordSignals(ctx, [{ id, active_at: ctx.now.toISOString() }]))
const newLead = (fields: Record<string, unknown> = {}, account = 'agent') =>
  office.lead(account, { last_active_at: at(-1), last_contacted_at: at(-24), created_at: at(-24 * 500), ...fields })

const list = async (tab = 'month', query: object = {}, as = agent) => (await as.get(`opportunities/${tab}`, query)).data
const of = async (lead: number, tab = 'month', query: object = {}, as = agent): Promise<Record<string, unknown>[]> =>
  (await list(tab, { perPage: 200, ...query }, as)).data.filter(
    ({ user }: { user: { id: number } }) => user.id === lead,
  )
const typesOf = async (lead: number, ...more: [string?, object?]) =>
  (await of(lead, ...more)).map(each => (each.opportunity_type as { id: number }).id).sort((a, b) => a - b)
const snooze = (id: number, until: string, as = agent) => as.post('snoozed-user/store', { id, snooze_until: until })

describe('opportunities', () => {
  it('arise from what a lead does, each with its reason', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: '302 – 1 Wiltshire Ave', link: '/listings/C1' })
    await add(lead, milestoneType.preconForm, { value: 'The Ossington Yard' })
    await add(lead, milestoneType.viewingRequest, { value: '1208 – 38 Stadium Rd', model_type: 'viewing_request' })
    await add(lead, milestoneType.offerSubmitted, {
      value: '18 Roxborough St W',
      model_type: 'offer_submission',
      detail: { offerSubmission: { price: 980_000 } },
    })
    await add(lead, milestoneType.progress, { model_type: CONTACT_REQUEST_MODEL, description: 'Is it still there?' })
    await look(lead, 5)
    await look(lead, 5)
    await look(lead, 5)
    const found = await of(lead)
    expect(found.map(each => each.description).sort()).toEqual([
      'Asked about The Ossington Yard',
      'Asked to see 1208 – 38 Stadium Rd',
      'Saved 302 – 1 Wiltshire Ave',
      'Saw 5 Elm St 3 times today',
      'Wants to offer $980,000 on 18 Roxborough St W',
      '“Is it still there?”',
    ])
    expect(found.find(each => each.link === '/listings/C1')).toMatchObject({
      opportunity_type: {
        id: 1,
        name: 'Favourite',
        default_message_template_id: null,
        default_email_template_id: null,
      },
      created_at: '2026-11-19T16:08:00.000000Z',
      emphasis: '302 – 1 Wiltshire Ave',
      hidden: false,
      user: { id: lead, first_name: 'Ada', has_viewing_request: true, sites_string: '', roles_string: '' },
    })
  })

  it('arise when a lead is back after thirty quiet days, not after twenty-nine', async () => {
    const [soon, late] = [
      await newLead({ last_active_at: at(-24 * 29) }),
      await newLead({ last_active_at: at(-24 * 31) }),
    ]
    await visit(soon)
    await visit(late)
    await look(late, 8)
    expect(await typesOf(soon)).toEqual([])
    expect((await of(late)).map(each => each.description)).toEqual([
      'First visit after 31 quiet days, looked at 1 home',
    ])
  })

  it('arise when somebody who was not interested, or was not contacted for a year, is active again', async () => {
    const [no, old] = [await newLead({ status_value: 0 }), await newLead({ last_contacted_at: at(-24 * 366) })]
    await visit(no)
    await visit(old)
    expect([await typesOf(no), await typesOf(old)]).toEqual([[6], [6]])
  })

  it('propose alerts to those who have none, and are done once there is one', async () => {
    const [lead, other] = [await newLead(), await newLead()]
    await agent.post(`user/${other}/alerts/listing`, { name: 'Any', alert_frequency: 2, offer: 'sale' })
    for (const home of [11, 12, 13, 14, 15]) {
      await look(lead, home)
      await look(other, home)
    }
    expect([await typesOf(lead), await typesOf(other)]).toEqual([[4], []])
    await agent.post(`user/${lead}/alerts/listing`, { name: 'Any', alert_frequency: 2, offer: 'sale' })
    expect(await typesOf(lead)).toEqual([])
  })

  it('propose an alert for a building to those who have none for it', async () => {
    const [{ id: building }] = await office.rows(
      `INSERT INTO buildings (key, name, address, city) VALUES ('gp', 'Garrison Point', '20 Bruyeres Mews', 'Toronto') RETURNING id`,
    )
    const [lead, other] = [await newLead(), await newLead()]
    await agent.post(`user/${other}/alerts/building`, { name: 'GP', alert_frequency: 2, buildings: [building] })
    for (const id of [lead, other])
      for (const hours of [-200, -100, 0])
        await look(id, building, {
          model_type: 'search_building',
          description: 'Garrison Point',
          happened_at: at(hours).toISOString(),
        })
    expect([await typesOf(lead), await typesOf(other)]).toEqual([[5], []])
  })

  it('are one for a lead and type, which a repeat refreshes', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: '1 Elm St', happened_at: at(-20).toISOString() })
    const [first] = await of(lead)
    await add(lead, milestoneType.favourite, { description: '2 Elm St' })
    // One that arrives late says nothing new.
    await add(lead, milestoneType.favourite, { description: '3 Elm St', happened_at: at(-10).toISOString() })
    const all = await of(lead)
    expect(all).toMatchObject([
      { id: first?.id, description: 'Saved 2 Elm St', created_at: '2026-11-19T16:08:00.000000Z' },
    ])
    expect(raised.filter(({ lead_id }) => lead_id === lead).map(({ is_new }) => is_new)).toEqual([true, false])
  })

  it('do not arise from the past, such as a history that is imported', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: '1 Elm St', happened_at: at(-24 * 40).toISOString() })
    expect(await office.rows('SELECT 1 FROM opportunities WHERE lead_id = $1', [lead])).toEqual([])
  })

  it('follow the thresholds that an administrator sets', async () => {
    const [lead, later] = [await newLead(), await newLead()]
    await look(lead, 21)
    await look(lead, 21)
    expect(await typesOf(lead)).toEqual([])
    const set = await admin.post('opportunity-rules/3', { times: 2, days: 10 })
    expect(set.data[2]).toMatchObject({ id: 3, name: 'High Interest', times: 2, days: 10, is_on: true })
    await look(later, 21)
    await look(later, 21)
    expect(await typesOf(later)).toEqual([3])
    expect((await admin.post('opportunity-rules/1', { days: 3 })).http).toBe(422)
    expect((await agent.post('opportunity-rules/3', { days: 3 })).http).toBe(403)
    await admin.post('opportunity-rules/3', { times: 3, days: 7 })
  })
})

describe('the lists of opportunities', () => {
  it('are those of the agent’s own leads, for agents alone', async () => {
    const lead = await newLead({}, 'agent2')
    await add(lead, milestoneType.favourite, { description: '1 Elm St' })
    expect(await typesOf(lead)).toEqual([])
    expect((await of(lead, 'today', {}, agent2)).length).toBe(1)
    const [mine] = await of(lead, 'today', {}, agent2)
    expect((await agent.post('opportunities/hide', { idOpportunity: mine?.id })).http).toBe(404)
    expect((await agent.post('opportunities/hide-user', { idUser: lead })).http).toBe(404)
    expect((await agent.post('opportunities/show', { ids: [mine?.id] })).data).toEqual({ ids: [] })
    expect((await agent.get(`opportunity/${mine?.id}`)).http).toBe(404)
    expect((await agent2.get(`opportunity/${mine?.id}`)).data).toMatchObject({ id: mine?.id })
    expect((await admin.get('opportunities/today')).http).toBe(403)
    expect((await admin.get('opportunity-types')).data).toHaveLength(10)
    await agent2.post('opportunities/hide-user', { idUser: lead })
  })

  it('cover the day, the week, the month or chosen days, by the agent’s clock', async () => {
    // 23:30 of Wednesday, and Monday morning, in Toronto.
    const [yesterday, monday, earlier] = [await newLead(), await newLead(), await newLead()]
    await add(yesterday, milestoneType.favourite, { happened_at: '2026-11-19T04:30:00Z' })
    await add(monday, milestoneType.favourite, { happened_at: '2026-11-16T14:00:00Z' })
    await add(earlier, milestoneType.favourite, { happened_at: '2026-11-15T14:00:00Z' })
    const tabs = (lead: number) =>
      Promise.all(['today', 'week', 'month'].map(async tab => (await of(lead, tab)).length))
    expect(await Promise.all([yesterday, monday, earlier].map(tabs))).toEqual([
      [0, 1, 1],
      [0, 1, 1],
      [0, 0, 1],
    ])
    const days = { dateStart: '2026-11-15', dateEnd: '2026-11-16' }
    expect(
      await Promise.all([yesterday, monday, earlier].map(async lead => (await of(lead, 'calendar', days)).length)),
    ).toEqual([0, 1, 1])
    const { data } = await agent.get('opportunities/counts')
    expect(data).toEqual({
      today: (await list('today')).total,
      week: (await list('week')).total,
      month: (await list('month')).total,
    })
    expect((await agent.get('login/reload')).data.user.opportunitiesCount).toBe(data.today)
  })

  it('can be narrowed, and read page by page with no row twice or lost', async () => {
    const renter = await newLead({ roles: ['rental_lead'] })
    await add(renter, milestoneType.favourite, { description: 'A' })
    await add(renter, milestoneType.preconForm, { value: 'B' })
    expect(await typesOf(renter, 'today', { opportunityTypes: [8] })).toEqual([8])
    expect(await typesOf(renter, 'today', { leadTypes: ['rental_lead'] })).toEqual([1, 8])
    expect(await typesOf(renter, 'today', { leadTypes: ['seller_lead'] })).toEqual([])
    const seen: number[] = []
    for (
      let page = await list('month', { perPage: 2 });
      ;
      page = await list('month', { perPage: 2, cursor: page.next_cursor })
    ) {
      seen.push(...page.data.map(({ id }: { id: number }) => id))
      if (!page.next_cursor) break
    }
    const whole = await list('month', { perPage: 200 })
    expect(seen).toEqual(whole.data.map(({ id }: { id: number }) => id))
    // A page that there is none of is the nearest one.
    const [first, last] = [await list('month', { perPage: 2 }), await list('month', { page: 99, perPage: 2 })]
    for (const page of [0, -3])
      expect(await list('month', { page, perPage: 2 })).toMatchObject({ current_page: 1, data: first.data })
    expect(last).toMatchObject({ current_page: first.last_page, next_page_url: null })
    expect(last.data.at(-1)).toEqual(whole.data.at(-1))
  })
})

describe('hiding', () => {
  it('takes one away, or all of a person, and shows them again', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: 'A' })
    await add(lead, milestoneType.preconForm, { value: 'B' })
    const [one] = await of(lead)
    expect((await agent.post('opportunities/hide', { idOpportunity: one?.id })).data).toEqual({ ids: [one?.id] })
    expect(await of(lead)).toHaveLength(1)
    expect(await of(lead, 'today', { hidden: 1 })).toHaveLength(2)
    expect((await list('today')).hidden_total).toBeGreaterThan(0)
    const { data: all } = await agent.post('opportunities/hide-user', { idUser: lead })
    expect(all.ids).toHaveLength(1)
    expect(await of(lead)).toEqual([])
    await agent.post('opportunities/show', { ids: [...all.ids, one?.id] })
    expect(await typesOf(lead)).toEqual([1, 8])
  })

  it('makes room for what happens next; the older one does not come back beside it', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: 'A' })
    const [one] = await of(lead)
    await agent.post('opportunities/hide', { idOpportunity: one?.id })
    await add(lead, milestoneType.favourite, { description: 'B' })
    expect((await agent.post('opportunities/show', { ids: [one?.id] })).data).toEqual({ ids: [] })
    expect((await of(lead)).map(each => each.description)).toEqual(['Saved B'])
  })

  it('is followed by the filter of lead lists', async () => {
    const lead = await newLead()
    const found = async () =>
      (await agent.get('leads/leads', { opportunity: [1], perPage: 200 })).data.data.some(
        (row: { id: number }) => row.id === lead,
      )
    expect(await found()).toBe(false)
    await add(lead, milestoneType.favourite, { description: 'A' })
    expect(await found()).toBe(true)
    await agent.post('opportunities/hide-user', { idUser: lead })
    expect(await found()).toBe(false)
  })
})

describe('a snoozed lead', () => {
  it('shows no opportunities until its minute, and then those that arose meanwhile as of now', async () => {
    const lead = await newLead()
    await add(lead, milestoneType.favourite, { description: 'A' })
    const answer = await snooze(lead, '2026-11-20 14:00:00')
    expect(answer.data).toEqual({
      id: lead,
      first_name: 'Ada',
      last_name: 'Lovelace',
      date: '2026-11-20T14:00:00.000000Z',
    })
    await add(lead, milestoneType.preconForm, { value: 'B' })
    expect(await of(lead)).toEqual([])
    expect((await agent.get(`lead/${lead}`)).data).toMatchObject({
      snoozed_until: '2026-11-20T14:00:00.000000Z',
      opportunity_types: [],
    })
    office.server.clock.now = new Date('2026-11-20T13:59:59Z')
    expect(await of(lead)).toEqual([])
    office.server.clock.now = new Date('2026-11-20T14:00:00Z')
    expect(await of(lead, 'today')).toMatchObject([
      { created_at: '2026-11-20T14:00:00.000000Z' },
      { created_at: '2026-11-20T14:00:00.000000Z' },
    ])
    await happen(wakeDue)
    expect((await agent.get(`lead/${lead}`)).data.opportunity_types).toEqual([1, 8])
  })

  it('takes an hour of one digit, and a time that has passed wakes it', async () => {
    const lead = await newLead()
    expect((await snooze(lead, '2027-01-02 9:05:00')).data.date).toBe('2027-01-02T09:05:00.000000Z')
    const listed = async () => (await agent.get('snoozed-user')).data.data.map(({ id }: { id: number }) => id)
    expect(await listed()).toContain(lead)
    expect((await snooze(lead, '2026-01-02 9:05:00')).http).toBe(200)
    expect(await listed()).not.toContain(lead)
    expect((await snooze(lead, 'tomorrow')).http).toBe(422)
  })

  it('is woken by hand, and by going to another agent', async () => {
    const [one, other] = [await newLead(), await newLead()]
    for (const lead of [one, other]) {
      await add(lead, milestoneType.favourite, { description: 'A' })
      await snooze(lead, '2026-12-20 14:00:00')
    }
    await agent.delete(`snoozed-user/${one}`)
    expect(await typesOf(one)).toEqual([1])
    await admin.post(`admin/reassign/${other}`, { agent: office.agentId('agent2') })
    expect((await of(other, 'month', {}, agent2)).length).toBe(1)
  })

  it('is nobody’s to snooze who may not open it', async () => {
    const lead = await newLead()
    expect((await snooze(lead, '2026-12-20 14:00:00', office.newagent)).http).toBe(404)
    expect((await snooze(lead, '2026-12-20 14:00:00', agent2)).http).toBe(404)
  })
})
