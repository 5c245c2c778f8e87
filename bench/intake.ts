import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from './client.ts'
import { eventAt, mailAt, type Sent, sendEvents, sendMail, sendSteadily } from './intakeSenders.ts'
import { type Times, timed, timesOf } from './sample.ts'
import { startServerProcess } from './throughput.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What coming in takes, and what is left of it after the server was killed. */
export interface IntakeTimes {
  /** Events that were taken a second, of those that were sent. */
  perSecond: number
  sent: number
  kills: number
  /** Acknowledged and not there, or there twice. */
  lost: number
  /** Not dealt with a minute after the last. */
  unfinished: number
  /** Lists before, and while events come in. */
  alone: Times
  meanwhile: Times
  /** From its receipt to the decision who is offered the lead, in milliseconds. */
  site: Times
  mail: Times
  /** The same batch three times: the same answers and the same rows. */
  isSameThrice: boolean
}

const PER_SECOND = 200
const MAILS_PER_SECOND = 2
const KILLS = 3
const SETTLE_MS = 60_000

interface IntakeOptions {
  databaseUrl: string
  dataDir: string
  /** Of the steady load. */
  seconds: number
}

/** Has a site and a portal send leads and what people look at, for so long and then while the server is killed; the rows stay. */
export async function measureIntake({ databaseUrl, dataDir, seconds }: IntakeOptions): Promise<IntakeTimes> {
  const run = `bench${Date.now().toString(36)}`
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  let server = await startServerProcess(databaseUrl, dataDir)
  const sendEvent = (number: number) => sendEvents(server.url, eventAt(run, number))
  try {
    const alone = await listsDuring(server.url, () => setTimeout(Math.min(seconds, 20) * 1000))
    let sent: Sent | undefined
    const meanwhile = await listsDuring(server.url, async () => {
      const mails = sendSteadily({ perSecond: MAILS_PER_SECOND, seconds }, number =>
        sendMail(server.url, mailAt(run, number)),
      )
      sent = await sendSteadily({ perSecond: PER_SECOND, seconds }, sendEvent)
      await mails
    })
    const steady = sent ?? { acknowledged: [], refused: 0, seconds }
    await settled(pool)
    const times = { site: await decisionsOfSite(pool, run), mail: await decisionsOfMail(pool, run) }
    const from = PER_SECOND * seconds
    const amidKills = sendSteadily({ perSecond: PER_SECOND / 4, seconds: KILLS * 10, from }, sendEvent)
    for (let kill = 0; kill < KILLS; kill++) {
      await setTimeout(3_000)
      server.child.kill('SIGKILL')
      server = await startServerProcess(databaseUrl, dataDir)
    }
    const after = await amidKills
    const isSameThrice = await sameThrice(pool, server.url, run)
    const unfinished = await settled(pool)
    const acknowledged = [...steady.acknowledged, ...after.acknowledged].map(number => `${run}-${number}`)
    return {
      perSecond: steady.acknowledged.length / steady.seconds,
      sent: PER_SECOND * seconds + (PER_SECOND / 4) * KILLS * 10,
      kills: KILLS,
      lost: await lostOf(pool, acknowledged),
      unfinished,
      alone,
      meanwhile,
      ...times,
      isSameThrice,
    }
  } finally {
    await server.stop()
    await pool.end()
  }
}

/** Lists that one person reads while something goes on. */
export async function listsDuring(url: string, work: () => Promise<unknown>): Promise<Times> {
  const admin = await signIn(url, 'admin')
  const found: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      found.push(await timed(() => admin.get('leads/all?sort=-last_active_at')))
      await setTimeout(50)
    }
  })()
  await work()
  isOver = true
  await reading
  return timesOf(found)
}

/** Waits until every event and mail was dealt with; answers how many were not in time. */
async function settled(pool: pg.Pool): Promise<number> {
  const end = Date.now() + SETTLE_MS
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `SELECT ((SELECT count(*) FROM intake_events WHERE state = 'waiting')
             + (SELECT count(*) FROM intake_mails WHERE state = 'waiting'))::int AS waiting`,
    )
    const waiting = rows[0]?.waiting ?? 0
    if (waiting === 0 || Date.now() > end) return waiting
    await setTimeout(500)
  }
}

const waitsOf = async (pool: pg.Pool, text: string, run: string): Promise<Times> => {
  const { rows } = await pool.query<{ took: number }>(text, [`${run}%`])
  return timesOf(rows.map(({ took }) => took))
}

/** Decisions carry the time at which they began. */
const decisionsOfSite = (pool: pg.Pool, run: string) =>
  waitsOf(
    pool,
    `SELECT (extract(epoch FROM min(g.at) - e.received_at) * 1000)::float8 AS took
     FROM intake_events e JOIN distribution_ledger g ON g.lead_id = e.lead_id
     WHERE e.is_new_lead AND e.source_event_id LIKE $1 GROUP BY e.id`,
    run,
  )

const decisionsOfMail = (pool: pg.Pool, run: string) =>
  waitsOf(
    pool,
    `SELECT (extract(epoch FROM min(g.at) - m.received_at) * 1000)::float8 AS took
     FROM intake_mails m JOIN leads l ON l.id = m.lead_id JOIN distribution_ledger g ON g.lead_id = l.id
     WHERE l.email LIKE $1 GROUP BY m.id`,
    run,
  )

async function lostOf(pool: pg.Pool, acknowledged: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ lost: number }>(
    `SELECT count(*)::int AS lost FROM unnest($1::text[]) AS sent (id)
     LEFT JOIN (SELECT source_event_id AS id, count(*) AS times FROM intake_events GROUP BY source_event_id) stored USING (id)
     WHERE stored.times IS DISTINCT FROM 1`,
    [acknowledged],
  )
  return rows[0]?.lost ?? acknowledged.length
}

/** Sends one batch three times. */
async function sameThrice(pool: pg.Pool, url: string, run: string): Promise<boolean> {
  const events = Array.from({ length: 100 }, (_, number) => eventAt(`${run}-thrice`, number))
  const seen: string[] = []
  for (let time = 0; time < 3; time++) {
    const { text } = await sendEvents(url, { events })
    await settled(pool)
    const { rows } = await pool.query(
      `SELECT e.id, e.state, e.lead_id, (SELECT count(*)::int FROM milestones m WHERE m.lead_id = e.lead_id) AS milestones
       FROM intake_events e WHERE e.source_event_id LIKE $1 ORDER BY e.id`,
      [`${run}-thrice%`],
    )
    seen.push(JSON.stringify([text, rows]))
  }
  return new Set(seen).size === 1
}

const many = (count: number): string => Math.round(count).toLocaleString('en-CA')

export const wantedOfIntake = (found: IntakeTimes, { where, shared }: { where: string; shared: string }): Wanted[] => {
  const { perSecond, sent, kills, lost, unfinished, alone, meanwhile, site, mail, isSameThrice } = found
  const ratio = meanwhile.p95 / alone.p95
  return [
    goal(
      `${where}: events of a site taken a second`,
      `≥ ${PER_SECOND * 0.98}`,
      perSecond.toFixed(0),
      perSecond >= PER_SECOND * 0.98,
      shared,
    ),
    goal(
      `${where}: a list meanwhile, p95`,
      '≤ 1.1 × alone',
      `${ratio.toFixed(2)} × ${ms(alone.p95)} ms`,
      ratio <= 1.1,
      shared,
    ),
    goal(`${where}: acknowledged of ${many(sent)} events and lost, ${kills} × kill -9`, '0', many(lost), lost === 0),
    goal(`${where}: events not dealt with a minute after the last`, '0', many(unfinished), unfinished === 0, shared),
    goal(`${where}: a batch sent three times`, 'same rows, same answers', isSameThrice ? 'same' : 'not', isSameThrice),
    goal(
      `${where}: from a sign-up to the decision whose it is, p99`,
      '≤ 1 s',
      `${ms(site.p99)} ms`,
      site.p99 <= 1000,
      shared,
    ),
    goal(
      `${where}: from a portal’s e-mail to the decision, p99`,
      '≤ 3 s',
      `${ms(mail.p99)} ms`,
      mail.p99 <= 3000,
      shared,
    ),
  ]
}
