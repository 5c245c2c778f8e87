import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { QuotaRule, Rung } from '../contract/ladders.ts'
import { addRung, changeRung, inOrder, removeRung } from '../rules/ladder.ts'

let office: TestOffice
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() =>
  office.rows(`TRUNCATE quota_rules, quota_versions, quota_drafts, agent_quotas, quota_overrides, quota_weeks, quota_uses,
               quota_history CASCADE`),
)

const conversion = {
  criteria: 'conversion',
  rentalCount: null,
  duration: { type: 'month', count: 3 },
  conversion: 2,
  conversion0: null,
  conversion1: null,
  comparisonType: 'greater',
}
const text = (...conditions: object[]) => JSON.stringify(conditions)
const save = (fields: object) => admin.post('quota-rule', fields)
const rules = async (type: 'buyer' | 'rental' = 'buyer'): Promise<QuotaRule[]> =>
  (await admin.get('quota-rule')).data[type]

/** A ladder of three rungs, 1, 2 and 3 a day; answers the ids of the rules from the lowest up. */
async function threeRungs(): Promise<[number, number, number]> {
  let previous: number | null = null
  for (const daily of [1, 2, 3]) {
    const next_conditions = daily === 3 ? undefined : text(conversion)
    await save({ type: 'buyer', daily, weekly: daily * 4, previous, ...(next_conditions && { next_conditions }) })
    previous = (await rules()).find(rule => rule.daily === daily)?.id ?? null
  }
  const [one, two, three] = (await rules()).map(({ id }) => id)
  return [one ?? 0, two ?? 0, three ?? 0]
}

const workspace = async () => (await admin.get('quota-draft')).data
const saveDraft = (buyer: readonly Rung[], version?: number) =>
  admin.post(
    'quota-draft',
    { ladders: JSON.stringify({ rental: [], buyer }) },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )
const buyerInForce = async (): Promise<Rung[]> => (await workspace()).in_force.ladders.buyer

describe('quota rules', () => {
  it('are two lists, of rental and of buyer, whose conditions are JSON text', async () => {
    expect((await admin.get('quota-rule')).data).toEqual({ rental: [], buyer: [] })
    const { http, data } = await save({ type: 'rental', daily: 2, weekly: 6, next_conditions: text(conversion) })
    expect(http).toBe(200)
    expect(data.buyer).toEqual([])
    expect(data.rental).toEqual([
      {
        id: expect.any(Number),
        type: 'rental',
        daily: 2,
        weekly: 6,
        next: null,
        previous: null,
        next_conditions: text(conversion),
      },
    ])
  })

  it('are changed by their id, and what is left out stays', async () => {
    const [one] = await threeRungs()
    await save({ id: one, weekly: 9 })
    expect((await rules())[0]).toMatchObject({ id: one, daily: 1, weekly: 9, next_conditions: text(conversion) })
    expect((await save({ id: one, type: 'rental' })).http).toBe(422)
    expect((await save({ id: 999_999, daily: 1 })).http).toBe(404)
  })

  it('make a ladder that leads up and back', async () => {
    const [one, two, three] = await threeRungs()
    expect(await rules()).toMatchObject([
      { id: one, previous: null, next: two },
      { id: two, previous: one, next: three },
      { id: three, previous: two, next: null },
    ])
  })

  it('take every kind of condition, and fill what it leaves out', async () => {
    const month = { type: 'month', count: 1 }
    const sent = [
      { criteria: 'manual' },
      { criteria: 'rentals', rentalCount: 2, duration: month },
      { criteria: 'response_time', conversion: 10, comparisonType: 'less', duration: { type: 'week', count: 2 } },
      {
        criteria: 'conversion',
        comparisonType: 'between',
        conversion0: 1,
        conversion1: 1.8,
        duration: { type: 'day', count: 30 },
      },
    ]
    const { data } = await save({ type: 'buyer', daily: 1, weekly: 3, next_conditions: text(...sent) })
    const read = JSON.parse(data.buyer[0].next_conditions)
    expect(read).toMatchObject([sent[0], { ...sent[1], comparisonType: 'greater' }, sent[2], sent[3]])
    for (const condition of read) expect(Object.keys(condition)).toEqual(Object.keys({ ...conversion, criteria: '' }))
  })

  it('refuse conditions that cannot be measured', async () => {
    const refused = async (next_conditions: string) =>
      (await save({ type: 'buyer', daily: 1, weekly: 3, next_conditions })).http
    expect(await refused('not JSON')).toBe(422)
    expect(await refused(JSON.stringify(conversion))).toBe(422)
    expect(await refused(text({ ...conversion, criteria: 'charm' }))).toBe(422)
    expect(await refused(text({ ...conversion, comparisonType: 'equal' }))).toBe(422)
    expect(await refused(text({ ...conversion, duration: { type: 'year', count: 1 } }))).toBe(422)
    expect(await refused(text({ ...conversion, conversion: null }))).toBe(422)
    expect(await refused(text({ ...conversion, comparisonType: 'between' }))).toBe(422)
    expect(await refused(text({ ...conversion, colour: 'red' }))).toBe(422)
    expect(await rules()).toEqual([])
  })

  it('refuse a circle, and links to rules of the other type', async () => {
    const [one, two, three] = await threeRungs()
    const circle = await save({ id: three, next: one })
    expect(circle).toMatchObject({ http: 422, message: { next: ['These rules lead in a circle.'] } })
    expect((await save({ id: two, previous: two })).http).toBe(422)
    const { data } = await save({ type: 'rental', daily: 1, weekly: 3 })
    expect((await save({ id: three, next: data.rental[0].id })).http).toBe(422)
    expect((await save({ daily: 1, type: 'buyer' })).message).toEqual({ weekly: ['weekly is required.'] })
  })

  it('close up when one is deleted, and its agents step back', async () => {
    const [one, two, three] = await threeRungs()
    await admin.post(`agent-quotas/${office.agentId('agent')}/rung`, {
      type: 'buyer',
      quota_rule_id: two,
      reason: 'Ready',
    })
    const { data } = await admin.delete(`quota-rule/${two}`)
    expect(data.buyer).toMatchObject([
      { id: one, next: three },
      { id: three, previous: one },
    ])
    const detail = (await admin.get(`agent-quotas/${office.agentId('agent')}`, { type: 'buyer' })).data
    expect(detail.own_rung).toBe(1)
    expect(detail.history.slice(0, 2)).toMatchObject([
      { kind: 'rules changed', from_rung: 2, to_rung: 1, reason: 'rules version 4' },
      { kind: 'lifted', from_rung: 1, to_rung: 2, reason: 'Ready' },
    ])
    expect((await admin.delete(`quota-rule/${two}`)).http).toBe(404)
  })

  it('are for administrators only', async () => {
    expect((await office.agent.get('quota-rule')).http).toBe(403)
    expect((await office.teamlead.get('agent-quotas')).http).toBe(403)
  })
})

describe('the draft of quota rules', () => {
  it('changes nothing until it is published, and says who changed what', async () => {
    const [, , three] = await threeRungs()
    const inForce = await buyerInForce()
    const saved = (await saveDraft(changeRung(inForce, three, { weekly: 14 }))).data
    expect(saved.draft).toMatchObject({
      based_on: 3,
      version: 1,
      changed: { [`buyer/${three}/weekly`]: { by: office.nameOf('admin'), at: expect.any(String) } },
    })
    expect((await rules())[2]?.weekly).toBe(12)
    const published = (await admin.post('quota-draft/publish')).data
    expect(published).toMatchObject({ draft: null, in_force: { number: 4, published: { by: office.nameOf('admin') } } })
    expect((await rules())[2]?.weekly).toBe(14)
  })

  it('is gone when it says what is in force already, or is discarded', async () => {
    const [one] = await threeRungs()
    const inForce = await buyerInForce()
    await saveDraft(changeRung(inForce, one, { weekly: 14 }))
    expect((await saveDraft(inForce)).data.draft).toBeNull()
    await saveDraft(changeRung(inForce, one, { weekly: 14 }))
    expect((await admin.delete('quota-draft')).data.draft).toBeNull()
    expect((await admin.post('quota-draft/publish')).http).toBe(409)
  })

  it('is not overwritten by somebody who did not see the newest one', async () => {
    const [one] = await threeRungs()
    const inForce = await buyerInForce()
    expect((await saveDraft(changeRung(inForce, one, { weekly: 14 }), 0)).http).toBe(200)
    const late = await saveDraft(changeRung(inForce, one, { weekly: 15 }), 0)
    expect(late).toMatchObject({ http: 412, data: { draft: { version: 1 } } })
  })

  it('may hold a circle, which is not published', async () => {
    const [one, , three] = await threeRungs()
    const circle = (await buyerInForce()).map(rung => (rung.id === three ? { ...rung, next: one } : rung))
    expect((await saveDraft(circle)).http).toBe(200)
    expect((await admin.post('quota-draft/publish')).http).toBe(422)
  })

  it('gives new rungs an id when it is published', async () => {
    await threeRungs()
    await saveDraft(addRung(addRung(await buyerInForce())))
    await admin.post('quota-draft/publish')
    const stored = await rules()
    expect(stored).toHaveLength(5)
    expect(stored.every(({ id }) => id > 0)).toBe(true)
    expect(stored[4]).toMatchObject({ previous: stored[3]?.id, next: null })
  })

  it('says how many agents would stand on each rung', async () => {
    const [one, two] = await threeRungs()
    const agents = Number(
      (
        await office.rows(
          `SELECT count(*) FROM agents JOIN users u ON u.id = user_id WHERE is_active AND 'buyer' = ANY(lead_types)`,
        )
      )[0].count,
    )
    await admin.post(`agent-quotas/${office.agentId('agent')}/rung`, {
      type: 'buyer',
      quota_rule_id: two,
      reason: 'Ready',
    })
    const { rungs } = (await saveDraft(removeRung(await buyerInForce(), two))).data
    expect(rungs).toMatchObject([
      { rule_id: one, agents: agents - 1, with_draft: agents },
      { rule_id: two, agents: 1, with_draft: 0 },
      { agents: 0, with_draft: 0 },
    ])
  })
})

describe('versions of quota rules', () => {
  it('say who published what', async () => {
    const [one] = await threeRungs()
    await save({ id: one, weekly: 9 })
    const { data } = await admin.get('quota-versions', { perPage: 2 })
    expect(data).toMatchObject({
      total: 4,
      data: [
        { id: 4, published: { by: office.nameOf('admin') }, changes: ['Buyer, rung 1: 4 a week becomes 9'] },
        { id: 3 },
      ],
    })
    const next = await admin.get('quota-versions', { perPage: 2, cursor: data.next_cursor })
    expect(next.data.data).toMatchObject([
      { id: 2 },
      { id: 1, changes: ['Buyer, rung 1: added, 1 a day and 4 a week'] },
    ])
  })

  it('are taken back as if they had never been: rules, agents and draft', async () => {
    const [, two] = await threeRungs()
    const agentId = office.agentId('agent')
    await admin.post(`agent-quotas/${agentId}/rung`, { type: 'buyer', quota_rule_id: two, reason: 'Ready' })
    const before = await buyerInForce()
    await saveDraft(removeRung(before, two))
    await admin.post('quota-draft/publish')
    expect((await admin.get(`agent-quotas/${agentId}`, { type: 'buyer' })).data.own_rule_id).not.toBe(two)
    const undone = (await admin.post('quota-versions/4/undo')).data
    expect(undone.in_force.number).toBe(5)
    expect(inOrder(undone.in_force.ladders.buyer)).toEqual(before)
    expect(undone.draft.ladders.buyer).toEqual(removeRung(before, two))
    expect((await admin.get(`agent-quotas/${agentId}`, { type: 'buyer' })).data.own_rule_id).toBe(two)
    expect((await admin.post('quota-versions/4/undo')).http).toBe(409)
  })

  it('can be put in force again', async () => {
    const [one] = await threeRungs()
    await save({ id: one, weekly: 9 })
    await save({ id: one, weekly: 11 })
    expect((await admin.post('quota-versions/4/restore')).data.in_force.number).toBe(6)
    expect((await rules())[0]?.weekly).toBe(9)
    expect((await admin.post('quota-versions/4/restore')).http).toBe(409)
    expect((await admin.post('quota-versions/77/restore')).http).toBe(404)
  })
})

describe('publishing at once', () => {
  it('makes one version after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => save({ type: 'buyer', daily: 1, weekly: at + 1 })),
    )
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200))
    expect(await rules()).toHaveLength(6)
    expect((await workspace()).in_force.number).toBe(6)
  })
})
