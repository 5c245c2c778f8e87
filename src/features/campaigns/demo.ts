import { addHours, addMinutes, subDays } from 'date-fns'
import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import { instantText } from '../../platform/wire/fields.ts'
import { type InstanceState, type StopReason, stateAfter } from './rules/instances.ts'
import { library } from './rules/library.ts'
import { planFromStart } from './rules/plan.ts'
import { knownZone } from './rules/schedule.ts'
import { channelOf, normalTiming } from './rules/steps.ts'
import { type Wording, wordingFor } from './rules/wordings.ts'

/** The campaigns of the demo: whose, which of those to start from, and how many leads they have had. */
const wanted: readonly {
  key: string
  own: boolean
  state: 'on' | 'off' | 'draft'
  leads: number
  auto_add?: boolean
}[] = [
  { key: 'waterfront', own: true, state: 'on', leads: 60 },
  { key: 'renter', own: true, state: 'on', leads: 30 },
  { key: 'past-clients', own: true, state: 'on', leads: 24 },
  { key: 'no-answer', own: true, state: 'off', leads: 18 },
  { key: 'first-time', own: true, state: 'draft', leads: 0 },
  { key: 'new-buyer', own: false, state: 'on', leads: 90 },
  { key: 'seller', own: false, state: 'on', leads: 30 },
  { key: 'precon', own: false, state: 'on', leads: 24, auto_add: true },
  { key: 'investors', own: false, state: 'on', leads: 20 },
  { key: 'happy-hour', own: false, state: 'on', leads: 16 },
]

/** The step that compares two wordings, by its campaign and its name. */
const compared = {
  key: 'waterfront',
  name: 'What $1.2M buys by the lake',
  other_subject: 'What $1.2M buys by the lake this month',
  other_content:
    '<p>{{lead_first_name}},</p><p>$1.2M buys two bedrooms with a view of the lake, or three without one. I have four of each.</p><p>Which would you rather see on Saturday?</p>',
}
const COMPARED_DAYS = 48

interface DemoLead {
  id: number
  agent_id: number
  user_id: number
  zone: string
}

interface DemoStep {
  id: number
  step_type: Parameters<typeof channelOf>[0]
  compared_since?: string | null
}

/** Campaigns that run on leads at different steps, and some that have ended. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    const { rows } = await sql<{ known: boolean }>`SELECT EXISTS (SELECT FROM campaigns) AS known`.execute(db)
    if (rows[0]?.known) return
    for (const [place, campaign] of wanted.entries()) await addCampaign(db, now, { ...campaign, place })
  },
}

async function addCampaign(
  db: Db,
  now: Date,
  { key, own, state, leads, auto_add = false, place }: (typeof wanted)[number] & { place: number },
): Promise<void> {
  const model = library.find(one => one.key === key)
  if (!model) return
  const { rows } = await sql<{ id: number; agent_id: number | null }>`
    INSERT INTO campaigns (name, description, agent_id, role, stop_after_connection, is_happy_hour_campaign, auto_add, state,
                           is_held, state_changed_at, state_changed_by, created_at, updated_at)
    SELECT ${model.name}, ${model.description}, CASE WHEN ${own} THEN a.id END, ${model.role}, ${model.stop_after_connection},
      ${key === 'happy-hour'}, ${auto_add}, ${state}, ${state === 'off'}, ${subDays(now, 8)}, a.user_id, ${subDays(now, 90)},
      ${subDays(now, 8)}
    FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test' RETURNING id, agent_id`.execute(
    db,
  )
  const [campaign] = rows
  if (!campaign) return
  const timings = model.steps.map((step, index) => ({
    position: index + 1,
    subject: '',
    content: '',
    ...step,
    ...normalTiming(step, index === 0),
    ...(key === compared.key && step.name === compared.name
      ? {
          other_subject: compared.other_subject,
          other_content: compared.other_content,
          compared_since: instantText(subDays(now, COMPARED_DAYS)),
        }
      : {}),
  }))
  const { rows: steps } = await sql<DemoStep>`
    INSERT INTO campaign_steps (campaign_id, position, step_type, name, subject, content, delay_value, delay_period, recurring,
                                recurring_value, recurring_period, execute_at, expires_after_hours, other_subject, other_content,
                                compared_since, created_at)
    SELECT ${campaign.id}, position, step_type, name, subject, content, delay_value, delay_period, recurring, recurring_value,
      recurring_period, execute_at, expires_after_hours, other_subject, other_content, compared_since, ${subDays(now, 90)}
    FROM jsonb_populate_recordset(NULL::campaign_steps, ${JSON.stringify(timings)}::jsonb)
    ORDER BY position RETURNING id, step_type`.execute(db)
  await sql`
    INSERT INTO campaign_versions (campaign_id, steps, created_at)
    SELECT ${campaign.id}, jsonb_agg(to_jsonb(s) - 'campaign_id' - 'created_at' - 'updated_at' - 'deleted_at' ORDER BY position),
      ${subDays(now, 90)}
    FROM campaign_steps s WHERE campaign_id = ${campaign.id}`.execute(db)
  const { rows: people } = await sql<DemoLead>`
    SELECT l.id, l.agent_id, a.user_id, l.zone FROM leads l JOIN agents a ON a.id = l.agent_id
    WHERE l.deleted_at IS NULL AND NOT l.is_bogus AND l.email IS NOT NULL AND l.status_value BETWEEN 1 AND 10
      AND (${campaign.agent_id}::int IS NULL OR l.agent_id = ${campaign.agent_id}::int)
      AND (${model.role}::text IS NULL OR ${model.role}::text = ANY(l.roles))
    ORDER BY (l.id * 7919 + ${place} * 104729) % 10007, l.id LIMIT ${leads}`.execute(db)
  const planned = timings.map((timing, index) => ({ ...timing, id: steps[index]?.id ?? 0 }))
  const histories = people.map((lead, at) => historyOf(lead, { at, now, planned, isOff: state === 'off' }))
  await insertHistories(db, campaign.id, histories)
}

type Planned = Parameters<typeof planFromStart>[0]

interface History extends DemoLead {
  state: InstanceState
  stop_reason: StopReason | null
  started_at: string
  stopped_at: string | null
  steps_done: number
  steps: {
    step_id: number
    state: 'sent' | 'task' | 'waiting'
    at: string
    anchor: string
    channel: string | null
    wording: Wording | null
    compared_since: string | null
  }[]
}

/** How it ends for one lead in ten each; the others are inside. */
const ends: readonly (StopReason | null)[] = [
  null,
  'replied',
  null,
  'by_hand',
  null,
  'called',
  null,
  'transferred',
  null,
  'replied',
]

/** What a campaign did with a lead so far, by the planner that runs it. */
function historyOf(
  lead: DemoLead,
  {
    at,
    now,
    planned,
    isOff,
  }: { at: number; now: Date; planned: readonly (Planned[number] & DemoStep)[]; isOff: boolean },
): History {
  const start = addMinutes(subDays(now, 1 + ((at * 5) % 40)), -((at * 37) % 600))
  const zone = knownZone(lead.zone, 'America/Toronto')
  const plan = planFromStart(planned, { start, zone }, 0)
  const passed = plan.filter(entry => entry.at < now)
  const reason = at % 37 === 36 ? 'unsubscribed' : (ends[at % ends.length] ?? null)
  const limit = reason === null ? passed.length : Math.min(passed.length, 1 + (at % planned.length))
  const done = passed.slice(0, limit)
  const next = plan[limit]
  const hasEnded = reason !== null || next === undefined
  const lastAt = done.at(-1)?.at ?? start
  const stop = hasEnded ? (reason ?? 'finished') : null
  const entries = done.map(({ step_id, at: ran }) => {
    const step = planned.find(({ id }) => id === step_id)
    const channel = channelOf(step?.step_type ?? 'reminder')
    return {
      step_id,
      state: channel ? ('sent' as const) : ('task' as const),
      at: ran,
      channel,
      wording: step ? wordingFor(step, lead.id) : null,
      compared_since: step?.compared_since ?? null,
    }
  })
  const waiting =
    hasEnded || !next
      ? []
      : [
          {
            step_id: next.step_id,
            state: 'waiting' as const,
            at: next.at,
            channel: null,
            wording: null,
            compared_since: null,
          },
        ]
  return {
    ...lead,
    state: stop ? stateAfter(stop) : at % 15 === 8 && !isOff ? 'paused' : 'running',
    stop_reason: stop,
    started_at: instantText(start),
    stopped_at: stop ? instantText(new Date(Math.min(addHours(lastAt, 3 + (at % 9)).getTime(), now.getTime()))) : null,
    steps_done: done.length,
    steps: [...entries, ...waiting].map(one => ({ ...one, at: instantText(one.at), anchor: instantText(lastAt) })),
  }
}

async function insertHistories(db: Db, campaignId: number, histories: readonly History[]): Promise<void> {
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(histories)}::jsonb) AS g (id int, agent_id int,
        user_id int, state text, stop_reason text, started_at timestamptz, stopped_at timestamptz, steps_done int, steps jsonb)),
    added AS (
      INSERT INTO campaign_instances (campaign_id, lead_id, agent_id, version_id, state, started_how, started_by, started_at,
                                      steps_done, stop_reason, stopped_by, stopped_at)
      SELECT ${campaignId}, g.id, g.agent_id, v.id, g.state, CASE WHEN g.id % 3 = 0 THEN 'bulk' ELSE 'by_hand' END, g.user_id,
        g.started_at, g.steps_done, g.stop_reason, CASE WHEN g.stop_reason = 'by_hand' THEN g.user_id END, g.stopped_at
      FROM given g JOIN campaign_versions v ON v.campaign_id = ${campaignId} ORDER BY g.started_at RETURNING id, lead_id),
    rows AS (
      SELECT added.id AS instance_id, g.id AS lead_id, g.agent_id, g.user_id, s.* FROM given g JOIN added ON added.lead_id = g.id
      CROSS JOIN LATERAL jsonb_to_recordset(g.steps) AS s (step_id int, state text, at timestamptz, anchor timestamptz, channel text,
        wording text, compared_since timestamptz)),
    sent AS (
      INSERT INTO sendings (cause, batch, lead_id, agent_id, user_id, channel, class, state, ground, due_at, created_at,
                            decided_at, sent_at, delivered_at, finished_at)
      SELECT 'campaign:' || instance_id || ':' || step_id || ':0', 'campaign:' || ${campaignId}, lead_id, agent_id, user_id,
        channel, 'commercial', CASE WHEN (lead_id + step_id) % 29 = 0 THEN 'failed' ELSE 'delivered' END, 'Express consent', at,
        at, at, at, CASE WHEN (lead_id + step_id) % 29 > 0 THEN at END, at
      FROM rows WHERE channel IS NOT NULL ON CONFLICT DO NOTHING RETURNING id, cause)
    INSERT INTO campaign_instance_steps (instance_id, step_id, state, planned_at, due_at, anchor_at, ran_at, sending_id,
                                         wording, compared_since)
    SELECT r.instance_id, r.step_id, r.state, r.at, r.at, r.anchor, CASE WHEN r.state <> 'waiting' THEN r.at END, sent.id,
      r.wording, r.compared_since
    FROM rows r LEFT JOIN sent ON sent.cause = 'campaign:' || r.instance_id || ':' || r.step_id || ':0'
    ORDER BY r.at`.execute(db)
}
