import { sql } from 'kysely'
import { product } from '../src/app/features.server.ts'
import { runDueSteps } from '../src/features/campaigns/server/commands/run.ts'
import { startCampaign } from '../src/features/campaigns/server/commands/start.ts'
import { replan, saveVersion } from '../src/features/campaigns/server/commands/versions.ts'
import { insertCampaign } from '../src/features/campaigns/server/queries/campaigns.ts'
import { insertStep, updateStep, type WrittenStep } from '../src/features/campaigns/server/queries/steps.ts'
import type { Change } from '../src/platform/server/context.ts'
import type { Db, DbTransaction } from '../src/platform/server/database/database.ts'
import { connectFeatures } from '../src/platform/server/feature.ts'
import { timed } from './sample.ts'
import { changeAt, measuredAndTakenBack } from './takenBack.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What campaigns take on many leads. */
export interface CampaignTimes {
  /** Steps that ran within an hour at this rate, by what they are. */
  steps: { kind: string; ran: number; perHour: number }[]
  /** A step in a transaction's work of its own, as a multiple of one among two hundred. */
  aloneRatio: number
  enrolled: number
  enrolSeconds: number
  /** A lead among all of them, as a multiple of one among a tenth of them. */
  enrolRatio: number
  /** Milliseconds until an edit of a step is saved that is applied to everybody who waits for it. */
  editMs: number
  /** The same as a multiple of an edit for whom one batch waits. */
  editRatio: number
  /** Waiting steps whose times are written anew in the background, within a second. */
  replannedPerSecond: number
}

const MAX_ENROLLED = 100_000
/** Leads on whom steps run, of each kind. */
const RUN_ON = 3000
const ALONE = 200
/** As the job claims them. */
const BATCH = 200
const REPLANNED = 20_000
const DAY_MS = 86_400_000

/** Starts campaigns on leads with an agent, runs their steps and edits them, in a transaction that is taken back. */
export async function measureCampaigns(databaseUrl: string): Promise<CampaignTimes> {
  // Lists of blocked numbers, calendars and all else that objects or listens takes part.
  connectFeatures(product.features)
  return measuredAndTakenBack(databaseUrl, async transaction => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM leads WHERE agent_id IS NOT NULL AND deleted_at IS NULL AND NOT is_bogus AND status_value > 0
        AND consent_email <> 'withdrawn' ORDER BY id LIMIT ${MAX_ENROLLED}`.execute(transaction)
    const leads = rows.map(({ id }) => id)
    await allowTexts(transaction, leads)
    // What the demo has waiting is not counted.
    await transaction.deleteFrom('campaigns').execute()
    return { ...(await measureSteps(transaction, leads)), ...(await measureEnrolment(transaction, leads)) }
  })
}

const START = new Date()

const changeAfter = (db: DbTransaction, days: number): Change => changeAt(db, new Date(START.getTime() + days * DAY_MS))

const texts: Readonly<Record<string, Pick<WrittenStep, 'step_type' | 'subject' | 'content'>>> = {
  tasks: { step_type: 'phone_call', subject: '', content: 'Ask {{lead_first_name}} about the area' },
  'e-mails': { step_type: 'auto_email', subject: 'Hi {{lead_first_name}}', content: '<p>New homes near you.</p>' },
  texts: { step_type: 'auto_text', subject: '', content: 'Hi {{lead_first_name}}, any news?' },
}

/** Adds a campaign of two such steps, a day apart; answers it with the id of its first step. */
export async function addCampaign(ctx: Change, kind: string, execute_at = 'immediately') {
  const text = texts[kind]
  if (!text) throw new Error(`There is no kind of step ${kind}.`)
  const campaign_id = await insertCampaign(ctx, {
    name: `Bench ${kind}`,
    description: '',
    agent_id: null,
    team_id: null,
    site_id: null,
    role: null,
    stop_after_connection: false,
    is_happy_hour_campaign: false,
    auto_add: false,
    state: 'on',
  })
  const step = {
    ...text,
    name: kind,
    template_id: null,
    expires_after_hours: null,
    delay_period: 'day',
    execute_at,
    recurring: false,
    recurring_value: null,
    recurring_period: 'month',
  } as const
  const first = await insertStep(ctx, { campaign_id, position: 1 }, { ...step, delay_value: null })
  await insertStep(ctx, { campaign_id, position: 2 }, { ...step, delay_value: 1 })
  await saveVersion(ctx, campaign_id, false)
  return { campaign_id, first }
}

/** Has leads agree to texts, which nobody of the demo does: otherwise only refusals would be measured. */
export const allowTexts = (db: Db, leads: readonly number[]): Promise<unknown> =>
  sql`
    INSERT INTO lead_consents (lead_id, channel, kind, source, given_at)
    SELECT id, 'text', 'express', 'Form', now() FROM unnest(${[...leads]}::int[]) AS g (id)`.execute(db)

/** As the database does by itself, once a transaction has committed. */
const analyze = (db: DbTransaction): Promise<unknown> =>
  sql`ANALYZE campaigns, campaign_versions, campaign_instances, campaign_instance_steps, sendings, tasks`.execute(db)

/** Starts a campaign on leads; answers on how many it did, and in how many milliseconds. */
export async function enrol(ctx: Change, campaignId: number, leadIds: readonly number[]) {
  let count = 0
  const took = await timed(async () => {
    count = (await startCampaign(ctx, campaignId, { leadIds, how: 'bulk' }))?.leads.length ?? 0
  })
  return { count, took }
}

/** Runs what is due, so many at a time; answers how many did, and in how many milliseconds. */
async function runDue(ctx: Change, limit: number, most = Number.POSITIVE_INFINITY) {
  let ran = 0
  const took = await timed(async () => {
    for (let count = 1; count > 0 && ran < most; ran += count) count = await runDueSteps(ctx, limit)
  })
  return { ran, took }
}

async function measureSteps(
  db: DbTransaction,
  leads: readonly number[],
): Promise<Pick<CampaignTimes, 'steps' | 'aloneRatio'>> {
  const steps: CampaignTimes['steps'] = []
  const place = [...leads.entries()]
  // Other leads for each kind: nobody gets two messages of campaigns on a day.
  for (const [index, kind] of Object.keys(texts).entries()) {
    const some = place.flatMap(([at, id]) => (at % 4 === index ? id : [])).slice(0, RUN_ON)
    await enrol(changeAfter(db, 0), (await addCampaign(changeAfter(db, 0), kind)).campaign_id, some)
    await analyze(db)
    const [first, second] = [await runDue(changeAfter(db, 0), BATCH), await runDue(changeAfter(db, 1.1), BATCH)]
    const ran = first.ran + second.ran
    steps.push({ kind, ran, perHour: (ran / (first.took + second.took)) * 3_600_000 })
  }
  const rest = place.flatMap(([at, id]) => (at % 4 === 3 ? id : [])).slice(0, 2 * ALONE)
  await enrol(changeAfter(db, 2), (await addCampaign(changeAfter(db, 2), 'tasks')).campaign_id, rest)
  await analyze(db)
  const alone = await runDue(changeAfter(db, 2), 1, ALONE)
  const together = await runDue(changeAfter(db, 2), BATCH)
  return { steps, aloneRatio: alone.took / alone.ran / (together.took / together.ran) }
}

async function measureEnrolment(
  db: DbTransaction,
  leads: readonly number[],
): Promise<Omit<CampaignTimes, 'steps' | 'aloneRatio'>> {
  const ctx = changeAfter(db, 3)
  const [small, tenth, whole] = [
    await addCampaign(ctx, 'e-mails', '09:00'),
    await addCampaign(ctx, 'e-mails', '09:00'),
    await addCampaign(ctx, 'e-mails', '09:00'),
  ]
  await enrol(ctx, small.campaign_id, leads.slice(0, 250))
  const few = await enrol(ctx, tenth.campaign_id, leads.slice(0, Math.ceil(leads.length / 10)))
  const many = await enrol(ctx, whole.campaign_id, leads)
  await analyze(db)
  await edit(ctx, small)
  const edits = [await edit(ctx, small), await edit(ctx, whole)]
  const version = (await latestVersionOf(db, whole.campaign_id)) ?? 0
  let [last, batches]: [number | null, number] = [0, 0]
  const replanned = await timed(async () => {
    for (; last !== null && batches * 250 < REPLANNED; batches++)
      last = await replan(ctx, { version_id: version, after: last })
  })
  return {
    enrolled: many.count,
    enrolSeconds: many.took / 1000,
    enrolRatio: many.took / many.count / (few.took / few.count),
    editMs: edits[1] ?? 0,
    editRatio: (edits[1] ?? 0) / (edits[0] ?? 1),
    replannedPerSecond: (Math.min(many.count, batches * 250) / replanned) * 1000,
  }
}

let hour = 9

/** Moves the first step by an hour for everybody inside; answers the milliseconds. */
export const edit = (ctx: Change, { campaign_id, first }: { campaign_id: number; first: number }): Promise<number> =>
  timed(async () => {
    await updateStep(ctx, first, { execute_at: `${++hour}:30` })
    await saveVersion(ctx, campaign_id, true)
  })

async function latestVersionOf(db: DbTransaction, campaignId: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('campaign_versions')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.id
}

const many = (count: number): string => Math.round(count).toLocaleString('en-CA')

/** What the report says about them. */
export const campaignLines = (times: CampaignTimes): string =>
  [
    `Steps of campaigns: ${times.steps.map(({ kind, ran, perHour }) => `${kind} ${many(perHour)} an hour (${many(ran)} ran)`).join(', ')}.`,
    `One alone takes ${times.aloneRatio.toFixed(1)} × as long as one among ${BATCH}.`,
    `Started on ${many(times.enrolled)} leads in ${times.enrolSeconds.toFixed(1)} s, ${times.enrolRatio.toFixed(2)} × as long for each as on a tenth of them.`,
    `A step edited for all of them: ${ms(times.editMs)} ms, ${times.editRatio.toFixed(2)} × as long as for 250; their times follow in the background, ${many(times.replannedPerSecond)} a second.`,
  ].join(' ')

const PER_HOUR = 1_000_000
const MAX_ENROL_SECONDS = 60

export function wantedOfCampaigns(
  times: CampaignTimes,
  { where, shared }: { where: string; shared: string },
): Wanted[] {
  const hours = times.steps.reduce((sum, { ran, perHour }) => sum + ran / perHour, 0)
  const perHour = times.steps.reduce((sum, { ran }) => sum + ran, 0) / hours
  const forMillion = (times.enrolSeconds / times.enrolled) * 1_000_000
  return [
    goal(
      `${where}: steps of campaigns that are due, a third each tasks, e-mails and texts`,
      `≥ ${many(PER_HOUR)} an hour`,
      `${many(perHour)} an hour`,
      perHour >= PER_HOUR,
      shared,
    ),
    goal(
      `${where}: a campaign started on a million leads by one statement`,
      `≤ ${MAX_ENROL_SECONDS} s`,
      `${forMillion.toFixed(0)} s at the rate of ${many(times.enrolled)}`,
      forMillion <= MAX_ENROL_SECONDS,
      `${shared}; each gets its step, the task in which its words can be changed, and a line of the timeline`,
    ),
    goal(
      `${where}: editing a step for which ${many(times.enrolled)} wait, beside one for which 250 do`,
      '≤ 2 × as long, ≤ 2,000 ms',
      `${times.editRatio.toFixed(2)} ×, ${ms(times.editMs)} ms`,
      times.editRatio <= 2 && times.editMs <= 2000,
      'nothing of a person may be written before the answer but the first batch',
    ),
  ]
}
