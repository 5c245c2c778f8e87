import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serveDemoMail } from '../../src/integrations/mail/fake.ts'
import { pause } from '../../src/platform/server/embedded/process.ts'
import { killableServer } from './crash-product.ts'
import { callAs, signIn } from './crash-writers.ts'
import { findPostgres, startPostgres } from './other-postgres.ts'

/** Leads of each round: few enough that a kill meets one message at most, as a rule. */
const LEADS_A_ROUND = 2
const SECRET = randomBytes(16).toString('hex')

/** What came of one run. */
interface Outcome {
  leads: number
  taken: ReadonlyMap<string, number>
  /** Messages that the mail server took and never answered. */
  unanswered: number
  kills: number
}

/** A mail server of moods: it answers at once, late, or never, and reports twice what it delivered. */
async function moodyMail(report: (source: string) => void) {
  const taken = new Map<string, number>()
  let count = 0
  let unanswered = 0
  const mail = await serveDemoMail({
    async onMail({ to, source }) {
      for (const address of to) taken.set(address, (taken.get(address) ?? 0) + 1)
      const mood = count++ % 10
      if (mood === 9) {
        unanswered++
        await new Promise(() => {})
      }
      if (mood >= 5) await pause(300 + Math.random() * 1_200)
      if (mood % 2 === 0) report(source.toString('latin1'))
    },
  })
  return { mail, taken, unanswered: () => unanswered }
}

/**
 * Kills one of two workers again and again while campaigns write to leads, then counts: each lead was sent each step once, or nobody
 * knows, which may be as often as there were kills and answers that never came.
 */
export async function crashCampaigns(kills: number): Promise<string[]> {
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--campaigns takes a number from 1 on.')
  const bin = findPostgres()
  if (!bin) throw new Error('This takes a PostgreSQL of the system.')
  const postgres = await startPostgres(bin)
  const dataDir = mkdtempSync(join(tmpdir(), 'keyturn-crash-'))
  let webUrl = ''
  const { mail, taken, unanswered } = await moodyMail(source => void reportTwice(webUrl, source))
  const shared = {
    KEYTURN_DATA: dataDir,
    DATABASE_URL: postgres.url,
    MAIL_URL: mail.url,
    KEYTURN_PUBLIC_URL: 'https://crm.crash.test',
    KEYTURN_POSTAL_ADDRESS: '1 Crash St',
    KEYTURN_EMAILS_PER_MINUTE: '6000',
    KEYTURN_EMAILS_PER_DAY: '1000000',
    KEYTURN_MAIL_EVENTS_SECRET: SECRET,
    KEYTURN_DEMO_LISTINGS: '0',
  }
  const web = await killableServer({ ...shared, KEYTURN_ROLE: 'web' })
  webUrl = web.url
  const workers = [
    await killableServer({ ...shared, KEYTURN_ROLE: 'worker' }),
    await killableServer({ ...shared, KEYTURN_ROLE: 'worker' }),
  ]
  const client = new pg.Client(postgres.url)
  try {
    await client.connect()
    const { token, campaign } = await campaignOf(web.url)
    for (let round = 0; round < kills; round++) {
      await enrol(web.url, token, campaign, await addLeads(client, round))
      await pause(200 + Math.random() * 1_500)
      await workers[round % 2]?.killServer()
    }
    await settled(client)
    return await judged(client, { leads: kills * LEADS_A_ROUND, taken, unanswered: unanswered(), kills })
  } finally {
    await client.end()
    await Promise.all([web, ...workers].map(process => process.stop()))
    await mail.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Providers tell what they delivered twice. */
async function reportTwice(url: string, source: string): Promise<void> {
  const message_id = /^Message-ID:\s*(<[^>]+>)/im.exec(source)?.[1]
  const body = JSON.stringify({ message_id, type: 'delivered' })
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-mail-signature': signature }
  for (let time = 0; time < 2; time++)
    await fetch(`${url}/crm/hooks/mail/events`, { method: 'POST', headers, body }).catch(() => null)
}

/** A campaign that writes and then has the agent call. */
export async function campaignOf(url: string) {
  const token = await signIn(url)
  const steps = [
    {
      step_type: 'auto_email',
      name: 'Hello',
      subject: 'Hello {{lead_first_name}}',
      content: '<p>Homes by the lake.</p>',
    },
    { step_type: 'phone_call', name: 'Call', delay_value: 0, delay_period: 'minute' },
  ]
  const { id } = await callAs(url, token, 'campaigns', { name: 'Crash', steps })
  return { token, campaign: id as number }
}

/** Leads of the signed-in agent who may be written to. */
async function addLeads(client: pg.Client, round: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `WITH agent AS (SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test'),
     added AS (
       INSERT INTO leads (first_name, last_name, email, agent_id)
       SELECT 'Crash', 'Lead', 'crash-' || $1 || '-' || n || '@crash.test', agent.id FROM agent, generate_series(1, $2::int) n
       RETURNING id),
     agreed AS (
       INSERT INTO lead_consents (lead_id, channel, kind, source, given_at)
       SELECT id, 'email', 'express', 'Form', now() FROM added)
     SELECT id FROM added`,
    [String(round), LEADS_A_ROUND],
  )
  return rows.map(({ id }) => id)
}

/** Starts the campaign on leads. */
export const enrol = (url: string, token: string, campaign_id: number, ids: readonly number[]) =>
  callAs(url, token, 'leads/campaigns', { campaign_id, ids })

const WAIT_MS = 120_000

/** Waits until nothing is under way; what was being tried by whoever was killed counts as unknown. */
async function settled(client: pg.Client): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (Date.now() < end) {
    await pause(2_000)
    const { rows } = await client.query(
      `SELECT 1 FROM sendings WHERE batch LIKE 'campaign:%' AND state IN ('prepared', 'waiting')
         AND address LIKE '%@crash.test'
       UNION ALL
       SELECT 1 FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id JOIN leads l ON l.id = i.lead_id
       WHERE r.state = 'waiting' AND l.email LIKE '%@crash.test' LIMIT 1`,
    )
    if (rows.length === 0) break
  }
  // Answers that never come are given up after twenty seconds.
  await pause(25_000)
}

interface Fate {
  email: string
  state: string | null
  sendings: number
  tasks: number
}

async function judged(client: pg.Client, { leads, taken, unanswered, kills }: Outcome): Promise<string[]> {
  const { rows: fates } = await client.query<Fate>(
    `SELECT l.email, max(s.state) AS state, count(s.id)::int AS sendings,
       (SELECT count(*)::int FROM tasks t WHERE t.lead_id = l.id AND t.task_type = 'phone_call') AS tasks
     FROM leads l LEFT JOIN sendings s ON s.lead_id = l.id WHERE l.email LIKE '%@crash.test' GROUP BY l.id`,
  )
  const isUnknown = ({ state }: Fate) => state === 'unknown' || state === 'trying'
  const unknown = fates.filter(isUnknown)
  const wasTaken = ({ email }: Fate) => taken.get(email) ?? 0
  const doubles = fates.filter(fate => wasTaken(fate) > 1 || fate.sendings > 1 || fate.tasks > 1)
  const skips = fates.filter(
    fate => fate.tasks === 0 || fate.sendings === 0 || (wasTaken(fate) === 0 && !isUnknown(fate)),
  )
  console.log(
    `PostgreSQL, two workers: killed ${kills} times; ${fates.length} leads, ${doubles.length} doubles, ${skips.length} skips, ` +
      `${unknown.length} unknown (${unanswered} were never answered)`,
  )
  return [
    ...(fates.length === leads ? [] : [`${leads} leads were added, and ${fates.length} are there`]),
    ...doubles.map(
      fate => `${fate.email} was written to ${wasTaken(fate)} times, ${fate.sendings} sendings, ${fate.tasks} tasks`,
    ),
    ...skips.map(fate => `${fate.email} was left out: ${fate.state}, ${wasTaken(fate)} taken, ${fate.tasks} tasks`),
    ...(unknown.length <= kills + unanswered ? [] : [`${unknown.length} are unknown after ${kills} kills`]),
  ]
}
