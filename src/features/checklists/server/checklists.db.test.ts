import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { rateOfPercent } from '../../deals/rules/commission.ts'
import { createDeal } from '../../deals/server/commands/deals.ts'
import type { ChecklistItem } from '../contract.ts'
import { progressOf } from '../rules.ts'

let office: TestOffice
let deal = 0
beforeAll(async () => {
  office = await openTestOffice()
  const agent = { agent_id: office.agentId('agent'), user_id: office.userId('agent') }
  const created = await agentAtWork(office.server.database, agent).writing(ctx =>
    createDeal(ctx, {
      type: 3,
      status: 3,
      price: 100_000_000,
      commission_rate: rateOfPercent(2.5),
      agent_id: agent.agent_id,
      clients: [{ first_name: 'Hao', last_name: 'Zhao' }],
      splits: [{ party: 'agent', agent_id: agent.agent_id, rate: rateOfPercent(100) }],
    }),
  )
  deal = created.id
}, 60_000)
afterAll(() => office.server.close())

const checklist = async () => (await office.agent.get(`deals/${deal}/checklists`)).data[0]
const save = async (fields: object) => office.agent.post(`deals/${deal}/checklists/${(await checklist()).id}`, fields)
async function saveItem(fields: object) {
  const { id, items } = await checklist()
  return office.agent.post(`deals/${deal}/checklists/${id}/items/${items[0].id}`, fields)
}

describe('the checklist of a deal', () => {
  it('begins with the deal, with what its type and its people need, in items and items below them', async () => {
    const { items, ...fields } = await checklist()
    expect(fields).toMatchObject({
      lonewolf_deal_type_id: null,
      lonewolf_deal_status_id: null,
      transaction_fee: null,
      listing_lawyer_information: '',
      buyer_lawyer_information: '',
      notes: '',
    })
    const parent = items.find((item: ChecklistItem) => item.title === 'FINTRAC identification')
    expect(items).toContainEqual(expect.objectContaining({ title: 'Individual ID, Hao Zhao', parent_id: parent.id }))
    expect(items[0]).toMatchObject({
      is_completed: false,
      is_priority: true,
      comment: '',
      is_active: true,
      parent_id: null,
    })
  })

  it('takes one field at a time, and nothing for the dash', async () => {
    expect((await save({ lonewolf_deal_type_id: 3 })).data.lonewolf_deal_type_id).toBe(3)
    expect((await save({ lonewolf_deal_status_id: 4 })).data.lonewolf_deal_status_id).toBe(4)
    expect((await save({ lonewolf_deal_type_id: '' })).data.lonewolf_deal_type_id).toBeNull()
    expect((await save({ lonewolf_deal_status_id: 0 })).data.lonewolf_deal_status_id).toBeNull()
    expect((await save({ transaction_fee: 395.5 })).data.transaction_fee).toBe(395.5)
    expect((await save({ listing_lawyer_information: 'F. Marchand' })).data.listing_lawyer_information).toBe(
      'F. Marchand',
    )
    expect((await save({ buyer_lawyer_information: 'Osei & Tran' })).data.buyer_lawyer_information).toBe('Osei & Tran')
    expect((await save({ notes: 'Keys at noon.' })).data.notes).toBe('Keys at noon.')
    for (const wrong of [
      {},
      { notes: 'a', transaction_fee: 1 },
      { colour: 'red' },
      { transaction_fee: -1 },
      { transaction_fee: 0.001 },
    ])
      expect((await save(wrong)).http, JSON.stringify(wrong)).toBe(422)
  })

  it('ticks, marks and comments its items one by one', async () => {
    const first = (answer: { data: { items: ChecklistItem[] } }) => answer.data.items[0]
    expect(first(await saveItem({ is_completed: 1 }))).toMatchObject({
      is_completed: true,
      completed_by: expect.any(String),
    })
    expect(first(await saveItem({ is_completed: 0 }))).toMatchObject({ is_completed: false, completed_at: null })
    expect(first(await saveItem({ is_priority: 0 }))?.is_priority).toBe(false)
    expect(first(await saveItem({ is_active: 0 }))?.is_active).toBe(false)
    expect(first(await saveItem({ comment: 'Ask again' }))?.comment).toBe('Ask again')
    expect((await saveItem({ is_completed: 1, comment: 'x' })).http).toBe(422)
  })

  it('grows by items, also below others, but only one level deep', async () => {
    const { id, items } = await checklist()
    const add = (fields: object) => office.agent.post(`deals/${deal}/checklists/${id}/items`, fields)
    expect((await add({ title: 'Final walk-through' })).data.items).toHaveLength(items.length + 1)
    expect((await add({ title: 'Below', parent_id: items[0].id })).http).toBe(201)
    const child = (await checklist()).items.find((item: ChecklistItem) => item.parent_id !== null)
    expect((await add({ title: 'Too deep', parent_id: child.id })).http).toBe(404)
  })

  it('is there for those who reach the deal, and for nobody else', async () => {
    expect((await office.agent2.get(`deals/${deal}/checklists`)).http).toBe(404)
    const { id } = await checklist()
    expect((await office.agent2.post(`deals/${deal}/checklists/${id}`, { notes: 'x' })).http).toBe(404)
    expect((await office.agent.post(`deals/${deal}/checklists/${id + 1}`, { notes: 'x' })).http).toBe(404)
  })
})

it('counts what applies: an item with others below it counts as those', () => {
  const item = (id: number, parent_id: number | null, is_completed: boolean, is_active = true) => ({
    id,
    parent_id,
    is_completed,
    is_active,
  })
  expect(
    progressOf([
      item(1, null, false),
      item(2, 1, true),
      item(3, 1, true),
      item(4, null, false),
      item(5, null, true, false),
    ]),
  ).toEqual({ done: 2, total: 3 })
})
