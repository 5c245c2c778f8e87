import pg from 'pg'
import { serveDemoMail } from '../../src/integrations/mail/fake.ts'
import { pause } from '../../src/platform/server/embedded/process.ts'
import { campaignOf, enrol } from '../test/crash-campaigns.ts'
import type { LeadFate } from './outage.ts'
import { passedOn } from './product.ts'

/** So many leads are enrolled at the most in a round, one after the other. */
const LEADS_A_ROUND = 80
const PAUSE_MS = 500
/** What is under way after the last round is done by then. */
const SETTLE_MS = 150_000

/** A mail server that counts what it took for whom. */
export async function countingMail() {
  const taken = new Map<string, number>()
  const mail = await serveDemoMail({
    async onMail({ to }) {
      for (const address of to) taken.set(address, (taken.get(address) ?? 0) + 1)
      await pause(50 + Math.random() * 200)
    },
  })
  const outer = await passedOn(mail.url)
  return {
    url: outer.url,
    taken,
    async close() {
      outer.close()
      await mail.close()
    },
  }
}

/** Somebody who enrols leads in a campaign while everything else goes on. */
export interface Enroller {
  /** Addresses of leads whose enrolment was acknowledged. */
  enrolled: ReadonlySet<string>
  stop(): Promise<void>
}

interface Enrolment {
  url: string
  token: string
  databaseUrl: string
  round: string
}

/** Adds leads for a round, then enrols them one by one; a refused enrolment is not tried again. */
export async function startEnrolling({ url, token, databaseUrl, round }: Enrolment): Promise<Enroller> {
  const leads = await withDatabase(databaseUrl, client => addLeads(client, round))
  const { campaign } = await campaignOf(url)
  const enrolled = new Set<string>()
  let isStopping = false
  const work = async () => {
    for (const { id, email } of leads) {
      if (isStopping) return
      await enrol(url, token, campaign, [id]).then(
        () => enrolled.add(email),
        () => {},
      )
      await pause(PAUSE_MS)
    }
  }
  const working = work()
  return {
    enrolled,
    async stop() {
      isStopping = true
      await working
    },
  }
}

/** Leads of the demo agent who may be written to. */
async function addLeads(client: pg.Client, round: string): Promise<{ id: number; email: string }[]> {
  const { rows } = await client.query<{ id: number; email: string }>(
    `WITH agent AS (SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test'),
     added AS (
       INSERT INTO leads (first_name, last_name, email, agent_id)
       SELECT 'Failover', 'Campaign', $1 || '-' || n || '@failover.test', agent.id FROM agent, generate_series(1, $2::int) n
       RETURNING id, email),
     agreed AS (
       INSERT INTO lead_consents (lead_id, channel, kind, source, given_at)
       SELECT id, 'email', 'express', 'Form', now() FROM added)
     SELECT id, email FROM added`,
    [round, LEADS_A_ROUND],
  )
  return rows
}

/** What became of the leads of all rounds, once nothing is under way any more. */
export function fatesOf(databaseUrl: string): Promise<LeadFate[]> {
  return withDatabase(databaseUrl, async client => {
    const end = Date.now() + SETTLE_MS
    while (Date.now() < end && (await isUnderWay(client))) await pause(1_000)
    const { rows } = await client.query<LeadFate>(
      `SELECT l.email, max(s.state) AS state, count(s.id)::int AS sendings,
         (SELECT count(*)::int FROM tasks t WHERE t.lead_id = l.id AND t.task_type = 'phone_call') AS tasks
       FROM leads l LEFT JOIN sendings s ON s.lead_id = l.id WHERE l.email LIKE '%@failover.test' GROUP BY l.id`,
    )
    return rows
  })
}

async function isUnderWay(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM sendings WHERE batch LIKE 'campaign:%' AND state IN ('prepared', 'waiting') AND address LIKE '%@failover.test'
     UNION ALL
     SELECT 1 FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id JOIN leads l ON l.id = i.lead_id
     WHERE r.state = 'waiting' AND l.email LIKE '%@failover.test' LIMIT 1`,
  )
  return rows.length > 0
}

/** Does something with a connection of its own. */
export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
