import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { hasQuota, usedUpReason } from '../rules/limits.ts'
import { giveBackQuota, takeQuota } from './commands/uses.ts'
import { quotasOf } from './queries/uses.ts'

let database: Database
let admin: TestPerson
let agent_id: number
let rule: number
beforeAll(async () => {
  database = await openTestDatabase()
  const agent = await addAgent(database, 'Quincy')
  agent_id = agent.agent_id
  admin = adminAtWork(database, agent.user_id)
}, 60_000)
afterAll(() => database.close())
beforeEach(async () => {
  await run(
    sql`TRUNCATE quota_uses, quota_weeks, quota_overrides, agent_quotas, quota_history CASCADE; DELETE FROM quota_rules; UPDATE users SET zone = 'America/Toronto', created_at = '2024-05-02 12:00Z'`,
  )
  rule = await addRule(2, 5)
})

const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(database.db)

async function addRule(daily: number, weekly: number, type = 'buyer'): Promise<number> {
  const { rows } = await run(
    sql<{
      id: number
    }>`INSERT INTO quota_rules (type, daily, weekly) VALUES (${type}, ${daily}, ${weekly}) RETURNING id`,
  )
  return rows[0]?.id ?? 0
}
const at = <Result>(moment: string, work: (ctx: WriteContext) => Promise<Result>): Promise<Result> =>
  admin.writing(ctx => work({ ...ctx, now: new Date(moment) }))
const take = (moment: string) => at(moment, ctx => takeQuota(ctx, { agent_id, type: 'buyer' }))
const quota = async (moment: string) => {
  const [found] = await at(moment, ctx => quotasOf(ctx, { agentIds: [agent_id], type: 'buyer' }))
  if (!found) throw new Error('The agent has no quota.')
  return found
}

describe('taking from a quota', () => {
  it('stops at the limit of the day and goes on the next day, up to the limit of the week', async () => {
    expect(await take('2026-11-16T15:00Z')).toMatchObject({ used_today: 1, used_week: 1, daily: 2, weekly: 5 })
    expect(await take('2026-11-16T16:00Z')).toMatchObject({ used_today: 2, used_week: 2 })
    expect(await take('2026-11-16T17:00Z')).toBeNull()
    expect(usedUpReason(await quota('2026-11-16T17:00Z'))).toBe('daily quota used 2/2')
    for (const day of ['17', '18', '19']) await take(`2026-11-${day}T15:00Z`)
    expect(await take('2026-11-20T15:00Z')).toBeNull()
    expect(usedUpReason(await quota('2026-11-20T15:00Z'))).toBe('weekly quota used 5/5')
    // Sunday evening in Toronto is Monday already by the clock of the server.
    expect(await take('2026-11-23T03:00Z')).toBeNull()
    expect(await take('2026-11-23T05:30Z')).toMatchObject({ used_today: 1, used_week: 1, week: '2026-11-23' })
  })

  it('never passes a limit, however many take at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => take('2026-11-16T15:00Z')))
    expect(answers.filter(answer => answer !== null)).toHaveLength(2)
    expect(await quota('2026-11-16T15:00Z')).toMatchObject({ used_today: 2, used_week: 2 })
  })

  it('stays right while others give back at once', async () => {
    await run(sql`UPDATE quota_rules SET daily = 900, weekly = 900`)
    const first = await Promise.all(Array.from({ length: 20 }, () => take('2026-11-16T15:00Z')))
    const returned = first.map(use =>
      at('2026-11-16T15:01Z', ctx => giveBackQuota(ctx, { use_id: use?.use_id ?? 0 }, 'bogus')),
    )
    const taken = Array.from({ length: 20 }, () => take('2026-11-16T15:01Z'))
    await Promise.all([...returned, ...taken])
    expect(await quota('2026-11-16T15:02Z')).toMatchObject({ used_today: 20, used_week: 20 })
  })

  it('has no limit where the office has no rules, and none left where the rule allows nothing', async () => {
    await run(sql`DELETE FROM quota_rules`)
    expect(await take('2026-11-16T15:00Z')).toMatchObject({ daily: null, weekly: null, rule_id: null, used_week: 1 })
    await addRule(0, 0)
    expect(await take('2026-11-16T16:00Z')).toBeNull()
  })

  it('counts by the day of the product’s own clocks, whatever PostgreSQL takes a zone for', async () => {
    // East of London here; PostgreSQL reads it as west of it.
    await run(sql`UPDATE users SET zone = '+05:00'`)
    expect(await quota('2026-11-15T19:30Z')).toMatchObject({ day: '2026-11-16', week: '2026-11-16' })
    expect(await take('2026-11-15T19:30Z')).toMatchObject({ used_today: 1 })
    expect(await take('2026-11-16T18:30Z')).toMatchObject({ used_today: 2, used_week: 2 })
    expect(await take('2026-11-16T18:59Z')).toBeNull()
  })

  it('gives nothing for an agent who does not exist', async () => {
    expect(await at('2026-11-16T15:00Z', ctx => takeQuota(ctx, { agent_id: 999_999, type: 'buyer' }))).toBeNull()
  })

  it('counts each type by itself', async () => {
    await addRule(1, 1, 'rental')
    await take('2026-11-16T15:00Z')
    const rental = (ctx: WriteContext) => takeQuota(ctx, { agent_id, type: 'rental' })
    expect(await at('2026-11-16T15:00Z', rental)).toMatchObject({ used_week: 1 })
    expect(await at('2026-11-16T15:00Z', rental)).toBeNull()
    expect(await quota('2026-11-16T15:00Z')).toMatchObject({ used_week: 1 })
  })

  it('holds what a new limit says, in the middle of the week too', async () => {
    await take('2026-11-16T15:00Z')
    await run(sql`UPDATE quota_rules SET weekly = 1`)
    expect(await take('2026-11-17T15:00Z')).toBeNull()
    await run(sql`UPDATE quota_rules SET weekly = 2`)
    expect(await take('2026-11-17T15:00Z')).toMatchObject({ used_week: 2 })
  })

  it('gives a newcomer a part of the first week', async () => {
    await run(sql`UPDATE users SET created_at = '2026-11-20 15:00Z'`)
    expect(await quota('2026-11-20T16:00Z')).toMatchObject({ weekly: 3, is_pro_rata: true })
    expect(await quota('2026-11-24T16:00Z')).toMatchObject({ weekly: 5, is_pro_rata: false })
  })
})

describe('an override', () => {
  const override = (fields: { rule_id?: number; daily?: number; weekly?: number }) =>
    run(sql`INSERT INTO quota_overrides (agent_id, type, rule_id, daily, weekly, reason, until)
      VALUES (${agent_id}, 'buyer', ${fields.rule_id ?? null}, ${fields.daily ?? null}, ${fields.weekly ?? null}, 'Covers Ajax', '2026-11-18')`)

  it('holds to the end of its last day where the agent is', async () => {
    await override({ rule_id: await addRule(3, 12) })
    expect(await quota('2026-11-19T04:59Z')).toMatchObject({ daily: 3, weekly: 12 })
    expect(await quota('2026-11-19T05:00Z')).toMatchObject({ daily: 2, weekly: 5, override_id: null, rule_id: rule })
  })

  it('can have limits of its own', async () => {
    await override({ daily: 0, weekly: 9 })
    expect(await quota('2026-11-16T15:00Z')).toMatchObject({ daily: 0, weekly: 9, rule_id: null })
    expect(await take('2026-11-16T15:00Z')).toBeNull()
  })
})

describe('giving back', () => {
  it('frees the day and the week of the use, once', async () => {
    const use = await take('2026-11-16T15:00Z')
    await take('2026-11-17T15:00Z')
    const back = () => at('2026-11-17T16:00Z', ctx => giveBackQuota(ctx, { use_id: use?.use_id ?? 0 }, 'bogus'))
    expect(await back()).toBe(1)
    expect(await back()).toBe(0)
    expect(await quota('2026-11-16T17:00Z')).toMatchObject({ used_today: 0, used_week: 1 })
    expect(await quota('2026-11-17T17:00Z')).toMatchObject({ used_today: 1, used_week: 1 })
  })

  it('finds all uses for a lead', async () => {
    const { rows } = await run(sql<{ id: number }>`INSERT INTO leads (first_name) VALUES ('Bo') RETURNING id`)
    const lead_id = rows[0]?.id ?? 0
    await at('2026-11-16T15:00Z', ctx => takeQuota(ctx, { agent_id, type: 'buyer', lead_id }))
    await at('2026-11-17T15:00Z', ctx => takeQuota(ctx, { agent_id, type: 'buyer', lead_id }))
    await take('2026-11-17T15:00Z')
    expect(await at('2026-11-18T15:00Z', ctx => giveBackQuota(ctx, { lead_id, agent_id }, 'bogus'))).toBe(2)
    expect(await quota('2026-11-18T15:00Z')).toMatchObject({ used_week: 1 })
  })
})

describe('over the changes of clocks and the ends of weeks', () => {
  /** The local day as another implementation has it. */
  const localDay = (moment: Date, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment)
  const zones = [
    'America/Toronto',
    'America/Vancouver',
    'America/St_Johns',
    'Europe/London',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ]
  // In 2026 clocks change on Mar 8, Mar 29, Oct 25 and Nov 1; each is a Sunday, so that a week ends with it.
  const around = fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'),
      fc.integer({ min: -72 * 60, max: 72 * 60 }),
    )
    .map(([day, minutes]) => new Date(Date.parse(`${day}T07:00Z`) + minutes * 60_000))

  it('no day and no week of the agent has more uses than its limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(around, { minLength: 5, maxLength: 25 }),
        async (zone, moments) => {
          await run(sql`TRUNCATE quota_uses, quota_weeks CASCADE`)
          await run(sql`UPDATE users SET zone = ${zone}`)
          const days = new Map<string, number>()
          const weeks = new Map<string, number>()
          for (const moment of moments) {
            const day = localDay(moment, zone)
            const monday = new Date(`${day}T00:00Z`)
            monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
            const week = monday.toISOString().slice(0, 10)
            const [ofDay, ofWeek] = [days.get(day) ?? 0, weeks.get(week) ?? 0]
            expect(await quota(moment.toISOString())).toMatchObject({ day, week, used_today: ofDay, used_week: ofWeek })
            const isLeft = ofDay < 2 && ofWeek < 5
            expect(hasQuota(await quota(moment.toISOString()))).toBe(isLeft)
            expect((await take(moment.toISOString())) !== null).toBe(isLeft)
            if (!isLeft) continue
            days.set(day, ofDay + 1)
            weeks.set(week, ofWeek + 1)
          }
        },
      ),
      // The clocks of Vancouver changed for the last time in 2026, which zones of PostgreSQL may not know yet.
      {
        numRuns: 25,
        examples: [['America/Vancouver', Array.from({ length: 5 }, () => new Date('2026-11-02T07:30Z'))]],
      },
    )
  })
})
