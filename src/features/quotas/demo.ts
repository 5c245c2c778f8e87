import { TZDate } from '@date-fns/tz'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { type Random, randomOf, weights } from '../../platform/demo/random.ts'
import { insertRecords } from '../../platform/demo/records.ts'
import type { Db } from '../../platform/server/database/database.ts'
import { dayAfter, mondayOf, weekdayOf } from '../../platform/wire/days.ts'
import { byDay } from '../people/demo/hours.ts'
import type { Condition, Ladders, Rung } from './contract/ladders.ts'
import { changesBetween } from './rules/changes.ts'
import { byHand, changeRung, linked } from './rules/ladder.ts'
import { dayIn, partOfWeek, seventhsOf } from './rules/limits.ts'
import { type QuotaType, quotaTypes } from './rules/quotaTypes.ts'

const DAY = 86_400_000

const over = (count: number, type: 'week' | 'month' = 'month') => ({ type, count })
const conversion = (value: number, months = 12): Condition => ({
  ...byHand,
  criteria: 'conversion',
  comparisonType: 'greater',
  conversion: value,
  duration: over(months),
})
const answers = (minutes: number, duration = over(1)): Condition => ({
  ...byHand,
  criteria: 'response_time',
  comparisonType: 'less',
  conversion: minutes,
  duration,
})
const rentals: Condition = {
  ...byHand,
  criteria: 'rentals',
  comparisonType: 'greater',
  rentalCount: 2,
  duration: over(1),
}

const rung = (id: number, daily: number, weekly: number, next_conditions: Condition[] = []): Rung => ({
  id,
  daily,
  weekly,
  next: null,
  previous: null,
  next_conditions,
})

/** The ladders in force: four rungs for buyers, three for renters. */
const inForce: Ladders = {
  buyer: linked([
    rung(1, 1, 3, [answers(15, over(2, 'week'))]),
    rung(2, 1, 5, [conversion(1.5)]),
    rung(3, 2, 8, [conversion(2), answers(10)]),
    rung(4, 3, 10),
  ]),
  rental: linked([rung(5, 2, 5, [rentals, answers(5, over(2, 'week'))]), rung(6, 3, 12, [byHand]), rung(7, 4, 20)]),
}

/** What was in force before, the oldest first. */
const earlier: readonly Ladders[] = [
  {
    buyer: changeRung(changeRung(inForce.buyer, 2, { next_conditions: [conversion(1)] }), 4, { daily: 2, weekly: 8 }),
    rental: changeRung(inForce.rental, 7, { weekly: 15 }),
  },
  { ...inForce, buyer: changeRung(inForce.buyer, 2, { next_conditions: [conversion(1)] }) },
]
const PUBLISHED_DAYS_AGO = [182, 96, 19] as const

/** What an administrator is trying out. */
const draft: Ladders = {
  buyer: changeRung(
    changeRung(inForce.buyer, 2, {
      next_conditions: [
        { ...conversion(1.5), comparisonType: 'between', conversion: null, conversion0: 1, conversion1: 1.8 },
      ],
    }),
    4,
    { weekly: 12 },
  ),
  rental: changeRung(inForce.rental, 5, { weekly: 6 }),
}

interface DemoAgent {
  id: number
  email: string
  lead_types: string[]
  joined: string
}

/** Two ladders with agents on all their rungs, their use of this week and the last one, overrides, and how it came about. */
export const demo: DemoPart = {
  async fill({ db, now, seed }) {
    if (await hasRules(db)) return
    await addLadders(db, now)
    await seniorAccounts(db, now)
    const agents = await agentsOf(db)
    for (const agent of agents) {
      const random = randomOf(seed + 13, agent.id)
      for (const type of typesOf(agent)) await placeAgent(db, { agent, type, random, now })
    }
  },
  async addDailyWork(filled) {
    await addDraft(filled)
    await addOffers(filled)
    const agents = await agentsOf(filled.db)
    for (const agent of agents) {
      const random = randomOf(filled.seed + 14, agent.id)
      for (const type of typesOf(agent)) await addUse(filled, { agent, type, random })
    }
    await addOverrides(filled)
  },
}

const typesOf = ({ lead_types }: DemoAgent): QuotaType[] => quotaTypes.filter(type => lead_types.includes(type))

async function agentsOf(db: Db): Promise<DemoAgent[]> {
  const { rows } = await sql<DemoAgent>`
    SELECT a.id, u.email, a.lead_types, u.created_at AS joined FROM agents a JOIN users u ON u.id = a.user_id
    WHERE u.is_active ORDER BY a.id`.execute(db)
  return rows
}

/** The person who publishes rules and overrides quotas. */
const administrator = sql`(SELECT id FROM users WHERE email = 'admin@keyturn.test')`

/** People of the demo accounts have worked here for a while: in their first week they would have a part of their quota only. */
async function seniorAccounts(db: Db, now: Date): Promise<void> {
  await sql`
    UPDATE users SET created_at = ${now}::timestamptz - make_interval(days => 700 + id * 37 % 400)
    WHERE email = ANY(${accounts}::text[]) AND created_at > ${now}::timestamptz - interval '7 days'`.execute(db)
}

/** Filled before: what there is stays. */
async function hasRules(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM quota_rules LIMIT 1`.execute(db)
  return rows.length > 0
}

async function addLadders(db: Db, now: Date): Promise<void> {
  await insertRecords(
    db,
    'quota_rules',
    quotaTypes.flatMap(type =>
      inForce[type].map(({ next_conditions, ...rule }) => ({ ...rule, type, next_conditions, created_at: now })),
    ),
  )
  await sql`SELECT setval(pg_get_serial_sequence('quota_rules', 'id'), (SELECT max(id) FROM quota_rules))`.execute(db)
  for (const [index, ladders] of [...earlier, inForce].entries()) {
    const at = new Date(byDay(now.getTime() - (PUBLISHED_DAYS_AGO[index] ?? 0) * DAY, now.getTime()))
    await sql`
      INSERT INTO quota_versions (number, ladders, published_at, published_by)
      VALUES (${index + 1}, ${JSON.stringify(ladders)}::jsonb, ${at}, ${administrator})`.execute(db)
  }
}

async function addDraft({ db, now }: Demo): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT trim(first_name || ' ' || last_name) AS name FROM users WHERE id = ${administrator}`.execute(db)
  const stamp = {
    at: new Date(byDay(now.getTime() - DAY / 48, now.getTime())).toISOString(),
    by: rows[0]?.name ?? null,
  }
  const changed = Object.fromEntries(changesBetween(inForce, draft).map(({ key }) => [key, stamp]))
  await sql`
    INSERT INTO quota_drafts (ladders, changed, based_on)
    VALUES (${JSON.stringify(draft)}::jsonb, ${JSON.stringify(changed)}::jsonb, ${earlier.length + 1})
    ON CONFLICT DO NOTHING`.execute(db)
}

const accounts = ['agent', 'agent2', 'teamlead', 'newagent'].map(name => `${name}@keyturn.test`)
const isAccount = ({ email }: DemoAgent): boolean => accounts.includes(email)

/** Where agents stand: most in the middle. */
const places: Readonly<Record<QuotaType, ReturnType<typeof weights<number>>>> = {
  buyer: weights([
    [1, 10],
    [2, 23],
    [3, 14],
    [4, 5],
  ]),
  rental: weights([
    [1, 21],
    [2, 17],
    [3, 3],
  ]),
}

interface Placed {
  agent: DemoAgent
  type: QuotaType
  random: Random
  now: Date
}

/** Puts an agent on a rung, with how they came there. People of the demo accounts stand on the top, so that much can be tried. */
async function placeAgent(db: Db, { agent, type, random, now }: Placed): Promise<void> {
  const rungs = inForce[type]
  const drawn = random.weighted(places[type])
  const place = isAccount(agent) ? rungs.length : drawn
  const steps = pathTo(place, type, random)
  const joined = Date.parse(agent.joined)
  const age = Math.max(DAY, now.getTime() - joined)
  const at = (index: number) =>
    new Date(byDay(joined + (age * (index + 1)) / (steps.length + 1.5), now.getTime())).toISOString()
  await insertHistoryOf(
    db,
    agent.id,
    type,
    steps.map((step, index) => ({ ...step, at: at(index) })),
  )
  await sql`
    INSERT INTO agent_quotas (agent_id, type, rule_id, since, evaluated_on)
    VALUES (${agent.id}, ${type}, ${rungs[place - 1]?.id ?? 0}, ${steps.length > 0 ? at(steps.length - 1) : agent.joined},
      (${now}::timestamptz AT TIME ZONE 'America/Toronto')::date)
    ON CONFLICT DO NOTHING`.execute(db)
}

interface Step {
  kind: 'climbed' | 'stepped back' | 'lifted'
  from_rung: number
  to_rung: number
  reason: string
}

/** The moves that led to a rung; some agents were a rung higher for a while. */
function pathTo(place: number, type: QuotaType, random: Random): Step[] {
  const up = Array.from({ length: place - 1 }, (_, index): Step => {
    const isLifted = type === 'rental' && index === 1
    const reason =
      index === 0 ? `answers took ${random.between(3, 9)} min` : `conversion ${(1.6 + random.share()).toFixed(1)} %`
    return {
      kind: isLifted ? 'lifted' : 'climbed',
      from_rung: index + 1,
      to_rung: index + 2,
      reason: isLifted ? 'Closes more rentals than anyone' : reason,
    }
  })
  const isTop = place === inForce[type].length
  if (isTop || !random.happens(0.25)) return up
  const gone: Step = {
    kind: 'climbed',
    from_rung: place,
    to_rung: place + 1,
    reason: `answers took ${random.between(4, 9)} min`,
  }
  const back: Step = {
    kind: 'stepped back',
    from_rung: place + 1,
    to_rung: place,
    reason: `answers took ${random.between(16, 24)} min`,
  }
  return [...up, gone, back]
}

async function insertHistoryOf(
  db: Db,
  agent_id: number,
  type: QuotaType,
  steps: readonly (Step & { at: string })[],
): Promise<void> {
  for (const { kind, from_rung, to_rung, reason, at } of steps)
    await sql`
      INSERT INTO quota_history (agent_id, type, at, kind, from_rung, to_rung, reason, author_user_id)
      VALUES (${agent_id}, ${type}, ${at}, ${kind}, ${from_rung}, ${to_rung}, ${reason},
        CASE WHEN ${kind === 'lifted'} THEN ${administrator} END)`.execute(db)
}

/** Offers that agents accepted lately: each agent answers at a pace of their own. */
async function addOffers({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO lead_transfers (lead_id, kind, state, to_agent_id, created_at, expires_at, decided_at, decided_by)
    SELECT l.id, 'offer', 'accepted', a.id, l.claimed_at - pace.waited, l.claimed_at - pace.waited + interval '15 minutes',
      l.claimed_at, a.user_id
    FROM leads l JOIN agents a ON a.id = l.agent_id
    CROSS JOIN LATERAL (SELECT make_interval(secs => 50 + (a.id * 37 % 11) * 55 + l.id * 13 % 120) AS waited) pace
    WHERE l.claimed_at BETWEEN ${now}::timestamptz - interval '45 days' AND ${now} AND l.deleted_at IS NULL
      AND NOT l.is_personal AND NOT EXISTS (SELECT FROM lead_transfers t WHERE t.lead_id = l.id)`.execute(db)
}

/** The days of this week up to today, where the brokerage is. */
function daysOf(now: Date, zone: string): { monday: string; days: string[]; today: string } {
  const local = new TZDate(now, zone)
  const today = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
  const monday = mondayOf(today)
  return { monday, today, days: Array.from({ length: weekdayOf(today) }, (_, index) => dayAfter(monday, index)) }
}

const ZONE = 'America/Toronto'
const OPENING = 9
const MINUTE = 60_000
const WORKING_MINUTES = 600

/** Where a day stands in a week. */
const placeOf = (day: string): number => weekdayOf(day) - 1

/** Uses of this week, spread over its days within the limits of the rung. Those of the demo accounts leave room. */
async function addUse({ db, now }: Demo, { agent, type, random }: Omit<Placed, 'now'>): Promise<void> {
  const { rows } = await sql<{ daily: number; weekly: number }>`
    SELECT daily, weekly FROM agent_quotas q JOIN quota_rules r ON r.id = q.rule_id
    WHERE q.agent_id = ${agent.id} AND q.type = ${type}`.execute(db)
  const { monday, days, today } = daysOf(now, ZONE)
  const [{ daily, weekly: whole } = { daily: 0, weekly: 0 }] = rows
  const joined = dayIn(new Date(agent.joined), ZONE)
  // Whoever began this week has a part of the week's limit, and used nothing before.
  const sevenths = seventhsOf({ week: monday, joined })
  const weekly = sevenths === null ? whole : partOfWeek(whole, sevenths)
  const share = isAccount(agent) ? 0.4 : Math.min(1, random.share() * 1.25)
  const used = Array.from({ length: 7 }, () => 0)
  const usable = days.filter(day => day >= joined && !(isAccount(agent) && day === today))
  for (let left = Math.round(share * weekly), tries = 0; left > 0 && tries < 60 && usable.length > 0; tries++) {
    const weekday = placeOf(random.pick(usable))
    if ((used[weekday] ?? 0) >= daily) continue
    used[weekday] = (used[weekday] ?? 0) + 1
    left -= 1
  }
  const total = used.reduce((sum, uses) => sum + uses, 0)
  const last = days.findLast(day => (used[placeOf(day)] ?? 0) > 0)
  if (total === 0 || last === undefined) return
  const { rows: added } = await sql`
    INSERT INTO quota_weeks (agent_id, type, week, days, used, last_day)
    VALUES (${agent.id}, ${type}, ${monday}, ${used}::int[], ${total}, ${last})
    ON CONFLICT DO NOTHING RETURNING agent_id`.execute(db)
  if (added.length === 0) return
  const latest = now.getTime()
  for (const day of days)
    for (let use = 0; use < (used[placeOf(day)] ?? 0); use++) {
      const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
      const opening = new TZDate(year, month - 1, date, OPENING, 0, 0, ZONE).getTime()
      const closing = Math.max(opening, Math.min(opening + WORKING_MINUTES * MINUTE, latest))
      const at = new Date(Math.min(latest, opening + random.share() * (closing - opening)))
      await sql`
        INSERT INTO quota_uses (agent_id, type, day, used_at) VALUES (${agent.id}, ${type}, ${day}, ${at})`.execute(db)
    }
}

const overrides = [
  { type: 'buyer', rule: 4, reason: 'Covers Ajax and Pickering while Duncan is away.', days: 11 },
  { type: 'buyer', rule: 3, reason: 'Back from parental leave, full load at once.', days: 24 },
  { type: 'buyer', rule: null, reason: 'Two closings this week, asked for fewer leads.', days: 6 },
  { type: 'rental', rule: 7, reason: 'Takes the new building on Queens Quay.', days: 17 },
] as const

/** What stands in place of the rungs of a few agents. */
async function addOverrides({ db, now }: Demo): Promise<void> {
  for (const [index, { type, rule, reason, days }] of overrides.entries()) {
    const at = new Date(byDay(now.getTime() - (index + 2) * 2 * DAY, now.getTime()))
    const until = dayAfter(daysOf(now, ZONE).today, days)
    await sql`
      WITH chosen AS (
        SELECT a.id, q.rule_id FROM agents a JOIN users u ON u.id = a.user_id
        JOIN agent_quotas q ON q.agent_id = a.id AND q.type = ${type}
        WHERE u.is_active AND NOT (u.email = ANY(${accounts}::text[]))
          AND q.rule_id < coalesce(${rule}::int, 99) AND (${rule}::int IS NOT NULL OR coalesce((
            SELECT max(used) FROM quota_weeks w WHERE w.agent_id = a.id AND w.type = ${type}), 0) < 3)
          AND (${rule}::int IS NOT NULL OR NOT EXISTS (
            SELECT FROM quota_weeks w WHERE w.agent_id = a.id AND w.type = ${type} AND 1 < ANY (w.days)))
          AND NOT EXISTS (SELECT FROM quota_overrides o WHERE o.agent_id = a.id)
        ORDER BY a.id OFFSET ${index * 4} LIMIT 1),
      made AS (
        INSERT INTO quota_overrides (agent_id, type, rule_id, daily, weekly, reason, until, created_at, created_by)
        SELECT id, ${type}, ${rule}::int, ${rule === null ? 1 : null}::int, ${rule === null ? 3 : null}::int, ${reason}, ${until}::date,
          ${at}, ${administrator} FROM chosen RETURNING agent_id)
      INSERT INTO quota_history (agent_id, type, at, kind, from_rung, to_rung, reason, author_user_id)
      SELECT agent_id, ${type}, ${at}, 'override', NULL, ${rule === null ? null : placeOfRule(type, rule)}::int, ${reason}, ${administrator}
      FROM made`.execute(db)
  }
}

const placeOfRule = (type: QuotaType, id: number): number => inForce[type].findIndex(one => one.id === id) + 1
