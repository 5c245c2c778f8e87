import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { Condition } from '../contract/ladders.ts'
import { byHand, linked } from '../rules/ladder.ts'
import { endOverrides, evaluateDue } from './commands/evaluate.ts'

let office: TestOffice
let admin: TestClient
let rules: number[]
beforeAll(async () => {
  office = await openTestOffice()
  ;({ admin } = office)
  await office.rows(`UPDATE users SET created_at = '2024-05-02'`)
}, 60_000)
afterAll(() => office.server.close())

const month = { type: 'month', count: 1 } as const
const conversion: Condition = {
  ...byHand,
  criteria: 'conversion',
  comparisonType: 'greater',
  conversion: 10,
  duration: { type: 'month', count: 3 },
}
const answers: Condition = {
  ...byHand,
  criteria: 'response_time',
  comparisonType: 'less',
  conversion: 10,
  duration: month,
}

beforeEach(async () => {
  office.server.clock.now = new Date('2026-11-19T16:08:00Z')
  await office.rows(`TRUNCATE quota_rules, quota_versions, quota_drafts, agent_quotas, quota_overrides, quota_weeks,
    quota_uses, quota_history, leads CASCADE`)
  rules = await ladder([
    [1, 3, [answers]],
    [1, 5, [conversion, answers]],
    [3, 12, []],
  ])
})

/** Publishes a ladder of buyers; answers the ids of its rules from the lowest up. */
async function ladder(rungs: [daily: number, weekly: number, next_conditions: Condition[]][]): Promise<number[]> {
  const buyer = linked(
    rungs.map(([daily, weekly, next_conditions], index) => ({
      id: -1 - index,
      daily,
      weekly,
      next: null,
      previous: null,
      next_conditions,
    })),
  )
  await admin.post('quota-draft', { ladders: JSON.stringify({ rental: [], buyer }) })
  await admin.post('quota-draft/publish')
  return (await admin.get('quota-rule')).data.buyer.map(({ id }: { id: number }) => id)
}

const path = (account = 'agent') => `agent-quotas/${office.agentId(account)}`
const detail = async (account = 'agent') => (await admin.get(path(account), { type: 'buyer' })).data
const stands = (rung: number, account = 'agent') =>
  admin.post(`${path(account)}/rung`, { type: 'buyer', quota_rule_id: rules[rung - 1], reason: 'Placed' })

/** An offer to the agent of a lead, answered after so many minutes. */
async function offer(minutes: number, at = '2026-11-10T15:00:00Z', account = 'agent'): Promise<void> {
  const lead_id = await office.lead(null, { status_value: 3 })
  await addRow(office.rows, 'lead_transfers', {
    lead_id,
    kind: 'offer',
    state: 'accepted',
    to_agent_id: office.agentId(account),
    created_at: at,
    decided_at: new Date(Date.parse(at) + minutes * 60_000),
  })
}

/** So many leads that the agent got this autumn, some of whom are clients by now. */
async function leads(count: number, clients: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await office.lead('agent', {
      status_value: index < clients ? 9 : 4,
      created_at: '2026-10-01T15:00:00Z',
      claimed_at: '2026-10-01T15:00:00Z',
      last_contacted_at: '2026-10-02T15:00:00Z',
    })
}

/** What the nightly job does at a moment; answers how many standings it evaluated. */
async function night(at: string): Promise<number> {
  const person = adminAtWork(office.server.database, office.userId('admin'))
  return person.writing(async ctx => {
    const then = { ...ctx, now: new Date(at), author: null }
    await endOverrides(then)
    return evaluateDue(then, 1000)
  })
}

describe('the list of agent quotas', () => {
  it('has rung, use and figures of each agent, the fullest week first', async () => {
    await stands(2, 'agent2')
    await offer(4)
    await leads(10, 2)
    await addRow(office.rows, 'quota_weeks', {
      agent_id: office.agentId('agent'),
      type: 'buyer',
      week: '2026-11-16',
      days: [1, 0, 0, 1, 0, 0, 0],
      used: 2,
      last_day: '2026-11-19',
    })
    const { data, http } = await admin.get('agent-quotas', { type: 'buyer' })
    expect(http).toBe(200)
    expect(data.data[0]).toMatchObject({
      agent_id: office.agentId('agent'),
      rung: 1,
      rungs: 3,
      used_today: 1,
      daily: 1,
      used_week: 2,
      weekly: 3,
      is_at_limit: true,
      answers_in: 4,
      converts: 20,
    })
    expect(data.data.find((row: { agent_id: number }) => row.agent_id === office.agentId('agent2'))).toMatchObject({
      rung: 2,
      answers_in: null,
      converts: null,
    })
    expect(data.counts).toMatchObject({ all: 4, at_limit: 1, override: 0 })
    expect(data.week).toEqual({ used: 2, of: 3 + 5 + 3 + 3 })
  })

  it('is narrowed by filter and name, and paged by cursor', async () => {
    await admin.post(path(), { type: 'buyer', quota_rule_id: rules[2], reason: 'Covers Ajax', until: '2026-11-30' })
    const list = async (asked: object) => (await admin.get('agent-quotas', { type: 'buyer', ...asked })).data
    expect((await list({ filter: 'override' })).data).toMatchObject([{ agent_id: office.agentId('agent') }])
    expect((await list({ search: office.nameOf('agent2') })).data).toMatchObject([
      { agent_id: office.agentId('agent2') },
    ])
    const first = await list({ perPage: 3 })
    const rest = await list({ perPage: 3, cursor: first.next_cursor })
    expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(4)
    expect((await admin.get('agent-quotas')).data.total).toBe(8)
  })
})

describe('an override', () => {
  const until = '2026-11-30'

  it('puts another rung in place of the agent’s own, with reason and last day', async () => {
    const answer = await admin.post(path(), { type: 'buyer', quota_rule_id: rules[2], reason: 'Covers Ajax', until })
    expect(answer).toMatchObject({
      http: 200,
      data: {
        row: { rung: 3, daily: 3, weekly: 12, is_override: true },
        own_rung: 1,
        override: { rung: 3, reason: 'Covers Ajax', until, created_by: office.nameOf('admin') },
        week_restarts: '2026-11-23',
      },
    })
    expect(answer.data.history[0]).toMatchObject({ kind: 'override', from_rung: 1, to_rung: 3, reason: 'Covers Ajax' })
  })

  it('needs a reason, a day to come and a rule of its type, or limits', async () => {
    const refused = async (fields: object) => {
      const { http, message } = await admin.post(path(), {
        type: 'buyer',
        quota_rule_id: rules[2],
        reason: 'Covers',
        until,
        ...fields,
      })
      return [http, Object.keys(message ?? {})]
    }
    expect(await refused({ reason: ' ' })).toEqual([422, ['reason']])
    expect(await refused({ until: '' })).toEqual([422, ['until']])
    expect(await refused({ until: '2026-11-18' })).toEqual([422, ['until']])
    expect(await refused({ quota_rule_id: 999_999 })).toEqual([422, ['quota_rule_id']])
    expect(await refused({ quota_rule_id: '' })).toEqual([422, ['quota_rule_id']])
    expect((await admin.post(path(), { type: 'buyer', daily: 0, weekly: 9, reason: 'Own', until })).data).toMatchObject(
      {
        row: { daily: 0, weekly: 9, rung: null },
      },
    )
    expect(
      (await admin.post('agent-quotas/999999', { type: 'buyer', daily: 0, weekly: 9, reason: 'Own', until })).http,
    ).toBe(404)
  })

  it('is replaced by another one, and ended by hand', async () => {
    await admin.post(path(), { type: 'buyer', quota_rule_id: rules[2], reason: 'Covers Ajax', until })
    await admin.post(path(), { type: 'buyer', quota_rule_id: rules[1], reason: 'Covers less', until })
    expect((await detail()).override).toMatchObject({ reason: 'Covers less' })
    const ended = await admin.delete(`${path()}/override`, { type: 'buyer' })
    expect(ended.data).toMatchObject({ override: null, row: { rung: 1, is_override: false } })
    expect((await admin.delete(`${path()}/override`, { type: 'buyer' })).http).toBe(409)
  })

  it('ends by itself after its last day, which stays in the history', async () => {
    await admin.post(path(), { type: 'buyer', quota_rule_id: rules[2], reason: 'Covers Ajax', until })
    await night('2026-12-01T04:30:00Z')
    expect((await detail()).override).toMatchObject({ until })
    await night('2026-12-01T05:10:00Z')
    expect((await detail()).history[0]).toMatchObject({
      kind: 'override ended',
      from_rung: 3,
      to_rung: 1,
      reason: 'its last day was 2026-11-30',
    })
  })
})

describe('the nightly evaluation', () => {
  it('lifts agents for whom all conditions hold, with what it rests on', async () => {
    await offer(4)
    await offer(6)
    await night('2026-11-20T05:10:00Z')
    expect(await detail()).toMatchObject({
      own_rung: 2,
      history: [{ kind: 'climbed', from_rung: 1, to_rung: 2, reason: 'answers took 5 min', by: null }],
    })
    expect((await detail('agent2')).own_rung).toBe(1)
  })

  it('leaves an agent for whom one of them does not', async () => {
    await stands(2)
    await offer(4)
    await leads(20, 1)
    await night('2026-11-20T05:10:00Z')
    expect(await detail()).toMatchObject({
      own_rung: 2,
      towards: {
        rung: 3,
        steps: [
          { figure: 5, standing: 'fails', progress: 0.5 },
          { figure: 4, standing: 'holds', progress: 1 },
        ],
      },
    })
  })

  it('takes an agent back after a full period of failing, and not before', async () => {
    await stands(2)
    await leads(20, 1)
    await offer(22)
    await night('2026-11-20T05:10:00Z')
    expect((await detail()).towards).toMatchObject({ back_on: '2027-02-20', back_to: 1 })
    await office.rows(
      `UPDATE leads SET created_at = '2027-01-20', claimed_at = '2027-01-20' WHERE agent_id IS NOT NULL`,
    )
    await night('2027-02-19T05:10:00Z')
    expect((await detail()).own_rung).toBe(2)
    await night('2027-02-20T05:10:00Z')
    expect(await detail()).toMatchObject({
      own_rung: 1,
      history: [{ kind: 'stepped back', from_rung: 2, to_rung: 1, reason: 'conversion 5 %' }, { kind: 'lifted' }],
    })
  })

  it('counts offers that ran out with all their minutes, and only those of the period', async () => {
    await offer(1, '2026-10-18T15:00:00Z')
    const lead_id = await office.lead(null)
    await addRow(office.rows, 'lead_transfers', {
      lead_id,
      kind: 'offer',
      state: 'expired',
      to_agent_id: office.agentId('agent'),
      created_at: '2026-11-10T15:00:00Z',
      expires_at: '2026-11-10T15:15:00Z',
      decided_at: '2026-11-10T15:15:01Z',
    })
    expect((await detail()).row.answers_in).toBeCloseTo(15, 0)
  })

  it('counts rentals that closed', async () => {
    rules = await ladder([
      [1, 3, [{ ...byHand, criteria: 'rentals', rentalCount: 1, comparisonType: 'greater', duration: month }]],
      [2, 6, []],
    ])
    for (const day of ['2026-11-02', '2026-11-12']) {
      const lead_id = await office.lead('agent', { roles: ['rental_lead'] })
      await addRow(office.rows, 'milestones', { lead_id, milestone_type_id: 24, happened_at: `${day}T15:00:00Z` })
    }
    await night('2026-11-20T05:10:00Z')
    expect(await detail()).toMatchObject({
      own_rung: 2,
      history: [{ reason: '2 rentals closed' }, { kind: 'version' }],
    })
  })

  it('runs once for each day of the agent, however often it is asked', async () => {
    await offer(4)
    expect(await night('2026-11-20T05:10:00Z')).toBe(4)
    expect(await night('2026-11-20T05:40:00Z')).toBe(0)
    expect(await night('2026-11-21T04:40:00Z')).toBe(0)
    expect(await night('2026-11-21T05:10:00Z')).toBe(4)
    expect(
      (await office.rows(`SELECT count(*)::int AS moves FROM quota_history WHERE kind = 'climbed'`))[0].moves,
    ).toBe(1)
  })

  it('waits for the day of each agent where they are', async () => {
    await office.rows(`UPDATE users SET zone = 'America/Vancouver' WHERE email = 'agent@keyturn.test'`)
    await night('2026-11-20T05:10:00Z')
    const rows = await office.rows(
      `SELECT evaluated_on FROM agent_quotas ORDER BY agent_id = ${office.agentId('agent')} DESC, agent_id`,
    )
    expect(rows.map(({ evaluated_on }) => evaluated_on)).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-20',
      '2026-11-20',
    ])
    await office.rows(`UPDATE users SET zone = 'America/Toronto'`)
  })

  it('asks the database as often for a thousand agents as for ten', async () => {
    await office.rows(`WITH people AS (INSERT INTO users (email, first_name, created_at)
        SELECT 'many' || i || '@people.test', 'Many ' || i, '2024-05-02' FROM generate_series(1, 996) i RETURNING id)
      INSERT INTO agents (user_id, lead_types) SELECT id, '{buyer}' FROM people`)
    expect(await night('2026-11-20T05:10:00Z')).toBe(1000)
    await office.rows(`DELETE FROM agents WHERE user_id IN (SELECT id FROM users WHERE email LIKE 'many%')`)
    await office.rows(`DELETE FROM users WHERE email LIKE 'many%'`)
  })
})

describe('the history of an agent', () => {
  it('names versions of the rules that left the agent on their rung', async () => {
    await admin.post('quota-rule', { id: rules[0], weekly: 4 })
    expect((await detail()).history).toMatchObject([{ kind: 'version', version: 2, by: office.nameOf('admin') }])
  })
})
