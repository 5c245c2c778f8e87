import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { leadStatusesChanged } from '../../leads/events.ts'
import { changeStatuses, updateLead } from '../../leads/server/commands/change.ts'
import { createLead } from '../../leads/server/commands/create.ts'
import { lockLead, requireFullLead } from '../../leads/server/queries/leads.ts'
import { milestoneType, milestoneTypes } from '../rules.ts'
import { addMilestones } from './commands.ts'
import { milestoneHandlers } from './handlers.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson
let lead: number

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }
const timeline = (input: object = {}, person = ann) =>
  milestoneHandlers.list(person.reading, { leadId: lead, ...input }, extra)
const progress = (fields: { type: number; option?: number; date?: string; description?: string }, person = ann) =>
  person.writing(ctx => milestoneHandlers.progress(ctx, { id: lead, ...fields }, extra))

beforeAll(async () => {
  database = await openTestDatabase()
  ann = agentAtWork(database, await addAgent(database, 'Ann'))
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  const made = await ann.writing(ctx => createLead(ctx, { first_name: 'Timely', agent_id: ann.viewer.agent_id }))
  lead = made.id
})

afterAll(() => database.close())

describe('what the product writes', () => {
  it('starts with the sign-up and goes on with each status', async () => {
    await ann.writing(ctx => changeStatuses(ctx, [lead], 3))
    const { data } = await timeline()
    expect(data.map(item => [item.milestone_type_id, item.value])).toEqual([
      [milestoneType.statusChanged, 'Connected'],
      [milestoneType.signedUp, 'agent'],
    ])
    expect(data[0]).toMatchObject({ description: 'From New to Connected', author: { name: 'Ann Tester' } })
  })

  it('is undone with the change when the change fails', async () => {
    const before = (await timeline()).total
    let fails = true
    leadStatusesChanged.on(async () => {
      if (fails) throw new Error('A later listener failed.')
    })
    await expect(ann.writing(ctx => changeStatuses(ctx, [lead], 5))).rejects.toThrow()
    fails = false
    expect((await timeline()).total).toBe(before)
    expect((await requireFullLead(ann.reading, lead)).status_value).toBe(3)
  })
})

describe('what a person writes', () => {
  it('answers progress and milestone, and counts as contact', async () => {
    const { progress: made, milestone } = await progress({
      type: milestoneType.call,
      option: 101,
      date: '2026-03-04 05:06:07',
      description: 'Talked about schools',
    })
    expect(milestone).toMatchObject({
      milestone_type_id: 1,
      milestone_option_id: 101,
      description: 'Talked about schools',
      date: '2026-03-04T05:06:07.000000Z',
    })
    expect(made.last_contacted_at).toBe('2026-03-04T05:06:07.000000Z')
    expect((await requireFullLead(ann.reading, lead)).last_contacted_at).toBe('2026-03-04T05:06:07.000000Z')
  })

  it.each(milestoneTypes)('may be of type $id ($name) only where people write those', async ({ id, byHand }) => {
    const asked = progress({ type: id, description: 'Met' })
    if (byHand) expect((await asked).milestone.milestone_type_id).toBe(id)
    else await expect(asked).rejects.toMatchObject({ code: 'validation' })
  })

  it('cannot lie in the future, have the option of another type, or be on a lead of somebody else', async () => {
    await expect(progress({ type: 1, date: '2099-01-01 00:00:00' })).rejects.toMatchObject({
      fields: { date: [expect.any(String)] },
    })
    await expect(progress({ type: 1, option: 301 })).rejects.toMatchObject({ fields: { option: [expect.any(String)] } })
    await expect(progress({ type: 1 }, bob)).rejects.toMatchObject({ code: 'not_found' })
    await expect(timeline({}, bob)).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each([milestoneType.call, milestoneType.meeting, milestoneType.progress])(
    'of type %s needs an outcome or words, or the lead would look contacted',
    async type => {
      const before = (await requireFullLead(ann.reading, lead)).last_contacted_at
      await expect(progress({ type })).rejects.toMatchObject({ fields: { description: [expect.any(String)] } })
      await expect(progress({ type, description: ' ' })).rejects.toMatchObject({ code: 'validation' })
      const store = { id: lead, milestoneTypeId: type }
      await expect(ann.writing(ctx => milestoneHandlers.store(ctx, store, extra))).rejects.toMatchObject({
        code: 'validation',
      })
      expect((await requireFullLead(ann.reading, lead)).last_contacted_at).toBe(before)
      const { milestone } = await progress({ type, description: 'Something' })
      const emptied = { id: milestone.id, description: '' }
      await expect(ann.writing(ctx => milestoneHandlers.update(ctx, emptied, extra))).rejects.toMatchObject({
        code: 'validation',
      })
    },
  )

  it('of a call needs nothing beside its outcome', async () => {
    expect((await progress({ type: milestoneType.call, option: 102 })).milestone.milestone_option_id).toBe(102)
  })

  it('comes from the modal by the same rules', async () => {
    const { milestone } = await ann.writing(ctx =>
      milestoneHandlers.store(ctx, { id: lead, milestoneTypeId: 20, description: 'From the modal' }, extra),
    )
    expect(milestone).toMatchObject({ lead_id: lead, milestone_type_id: 20, description: 'From the modal' })
  })
})

describe('what milestones say of their lead', () => {
  it('a request raises the flag and the score with the milestone, a note on progress nothing', async () => {
    const before = await requireFullLead(ann.reading, lead)
    await ann.writing(ctx => addMilestones(ctx, [{ lead_id: lead, milestone_type_id: milestoneType.viewingRequest }]))
    const after = await requireFullLead(ann.reading, lead)
    expect(after.has_viewing_request).toBe(true)
    expect(after.lead_score).toBeGreaterThan(before.lead_score)
    await progress({ type: milestoneType.progress, description: 'Pre-approved' })
    expect(await requireFullLead(ann.reading, lead)).toMatchObject({
      version: after.version,
      updated_at: after.updated_at,
    })
  })
})

describe('the timeline', () => {
  it('filters by types, takes "all" for no filter, and searches', async () => {
    expect((await timeline({ filter: [1] })).data.every(item => item.milestone_type_id === 1)).toBe(true)
    expect((await timeline({ filter: ['all'] })).total).toBe((await timeline()).total)
    expect((await timeline({ search: 'SCHOOLS' })).data.map(item => item.description)).toEqual(['Talked about schools'])
    expect((await timeline({ search: '%' })).data).toEqual([])
  })

  it('is searched by what people read above an entry, too', async () => {
    await progress({ type: milestoneType.call, option: 104, description: '' })
    const found = await timeline({ search: 'busy' })
    expect(found.data.map(({ milestone_option_id }) => milestone_option_id)).toEqual([104])
    const requests = await timeline({ search: 'viewing request' })
    expect(requests.total).toBeGreaterThan(0)
    expect(requests.data.every(item => item.milestone_type_id === milestoneType.viewingRequest)).toBe(true)
  })

  it('comes newest first, each item once, by cursor as by page', async () => {
    const at = '2026-02-02T00:00:00.000Z'
    await ann.writing(ctx =>
      addMilestones(
        ctx,
        Array.from({ length: 60 }, (_, index) => ({
          lead_id: lead,
          milestone_type_id: milestoneType.propertyViewed,
          model_type: 'search_listing',
          description: `Seen ${index}`,
          happened_at: at,
        })),
      ),
    )
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await timeline({ perPage: 7, ...(cursor ? { cursor } : {}) })
      seen.push(...page.data.map(item => item.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    const whole = await timeline({ perPage: 200 })
    expect(seen).toEqual(whole.data.map(item => item.id))
    expect(new Set(seen).size).toBe(whole.total)
    expect((await timeline({ perPage: 7, page: 2 })).data.map(item => item.id)).toEqual(seen.slice(7, 14))
    const filtered = await timeline({ perPage: 7, filter: [milestoneType.propertyViewed], search: 'Seen 1' })
    const link = new URL(filtered.next_page_url ?? '', 'http://crm.test').searchParams
    expect([link.get('page'), link.get('filter[0]'), link.get('search')]).toEqual(['2', '14', 'Seen 1'])
    expect(whole.data.find(item => item.description === 'Seen 3')).toMatchObject({ is_viewing: true, is_email: false })
  })
})

describe('the last contact of a lead', () => {
  it('is none when every contact is deleted, also at the same moment', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { id } = await ann.writing(ctx => createLead(ctx, { first_name: 'Timely', agent_id: ann.viewer.agent_id }))
      const made = []
      for (const day of ['18', '19', '20']) {
        const asked = { id, type: milestoneType.call, option: 102, date: `2026-01-${day}T15:00:00Z` }
        made.push((await ann.writing(ctx => milestoneHandlers.progress(ctx, asked, extra))).milestone.id)
      }
      await Promise.all(made.map(one => ann.writing(ctx => milestoneHandlers.remove(ctx, { id: one }, extra))))
      expect((await requireFullLead(ann.reading, id)).last_contacted_at).toBeNull()
    }
  })
})

describe('a call to a wrong number', () => {
  const WRONG = 105
  const addLead = (phone: string) =>
    ann.writing(ctx => createLead(ctx, { first_name: 'Wrong', phone, agent_id: ann.viewer.agent_id }))
  const worksOf = async (id: number) => (await requireFullLead(ann.reading, id)).is_phone_valid
  const log = async (id: number, option: number) =>
    (await ann.writing(ctx => milestoneHandlers.progress(ctx, { id, type: milestoneType.call, option }, extra)))
      .milestone

  it('marks the number, which works again when the call is taken back, and not when it is restored', async () => {
    const { id } = await addLead('+14165550101')
    const call = await log(id, WRONG)
    expect(await worksOf(id)).toBe(false)
    await ann.writing(ctx => milestoneHandlers.remove(ctx, { id: call.id }, extra))
    expect(await worksOf(id)).toBe(true)
    await ann.writing(ctx => milestoneHandlers.restore(ctx, { id: call.id }, extra))
    expect(await worksOf(id)).toBe(false)
  })

  it('is corrected to another outcome, or from one', async () => {
    const { id } = await addLead('+14165550102')
    const call = await log(id, WRONG)
    const correct = (option: number) =>
      ann.writing(ctx => milestoneHandlers.update(ctx, { id: call.id, option }, extra))
    await correct(101)
    expect(await worksOf(id)).toBe(true)
    await correct(WRONG)
    expect(await worksOf(id)).toBe(false)
    await correct(101)
    expect(await worksOf(id)).toBe(true)
  })

  it('says nothing of the number that the lead gets next', async () => {
    const { id } = await addLead('+14165550103')
    const call = await log(id, WRONG)
    const change = (phone: string) => ann.writing(async ctx => updateLead(ctx, await lockLead(ctx, id), { phone }))
    await change('+14165550104')
    expect(await worksOf(id)).toBe(true)
    await log(id, WRONG)
    await ann.writing(ctx => milestoneHandlers.remove(ctx, { id: call.id }, extra))
    expect(await worksOf(id)).toBe(false)
  })
})
