import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DEMO_AUTH_TOKEN, DEMO_NUMBER } from '../../src/integrations/twilio/fake.ts'
import { pause } from '../../src/platform/server/embedded/process.ts'
import { type Claimer, doorNames, PUBLIC_URL, startClaiming, type Tally } from './claim-doors.ts'
import { brokenClaims } from './crash-claims-found.ts'
import { killableServer } from './crash-product.ts'
import { callAs, signIn } from './crash-writers.ts'
import { findPostgres, startPostgres } from './other-postgres.ts'

const AGENTS = 100
const LEADS = 1_000
/** More than a kill comes to, so that nearly all of them meet somebody who is claiming. */
const LEAST_A_ROUND = 10

/**
 * Kills two web servers and two workers in turns while a hundred agents claim leads by every door, and counts: each lead has one agent
 * at the most, whoever was told so has it, none is nowhere, and nobody has more than the quota allows.
 */
export async function crashClaims(kills: number): Promise<string[]> {
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--claims takes a number from 1 on.')
  const bin = findPostgres()
  if (!bin) throw new Error('This takes a PostgreSQL of the system.')
  const postgres = await startPostgres(bin)
  const dataDir = mkdtempSync(join(tmpdir(), 'keyturn-crash-'))
  const start = (role: 'web' | 'worker') =>
    killableServer({
      KEYTURN_DATA: dataDir,
      DATABASE_URL: postgres.url,
      KEYTURN_ROLE: role,
      KEYTURN_PUBLIC_URL: PUBLIC_URL,
      KEYTURN_DEMO_LISTINGS: '0',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: DEMO_AUTH_TOKEN,
      TWILIO_TEXTS_FROM: DEMO_NUMBER,
      // Nobody answers: offers go out by the screen alone.
      TWILIO_API_URL: 'http://127.0.0.1:9',
    })
  const processes = [await start('web')]
  const client = new pg.Client(postgres.url)
  try {
    for (const role of ['worker', 'web', 'worker'] as const) processes.push(await start(role))
    await client.connect()
    const urls = processes.filter((_, index) => index % 2 === 0).map(({ url }) => url)
    const a_round = Math.max(LEAST_A_ROUND, Math.ceil(LEADS / kills))
    const claimers = await prepare(client, urls[0] ?? '', Math.ceil((a_round * kills) / AGENTS))
    const claiming = startClaiming(urls, claimers)
    for (let round = 0; round < kills; round++) {
      await addLeads(client, urls, { round, count: a_round })
      await pause(500 + Math.random() * 1_500)
      await processes[round % processes.length]?.killServer()
    }
    await settled(client)
    await claiming.stop()
    return await judged(client, claiming.tally, { kills, leads: a_round * kills })
  } finally {
    await client.end()
    await Promise.all(processes.map(process => process.stop()))
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Agents who take everything, with a week that is used up now and then, and a happy hour that never ends. */
async function prepare(client: pg.Client, url: string, weekly: number): Promise<Claimer[]> {
  await client.query(`UPDATE agents SET lead_types = '{}'`)
  await client.query(
    `WITH people AS (
       INSERT INTO users (email, first_name, last_name, phone, zone, password_hash, created_at)
       SELECT 'claimer' || n || '@crash.test', 'Claimer', n::text, '416-555-' || lpad((2000 + n)::text, 4, '0'), zone,
         password_hash, now() - interval '400 days'
       FROM users, generate_series(1, $1::int) n WHERE email = 'agent@keyturn.test' RETURNING id),
     roled AS (
       INSERT INTO user_roles (user_id, role)
       SELECT people.id, r.role FROM people, user_roles r JOIN users u ON u.id = r.user_id
       WHERE u.email = 'agent@keyturn.test'),
     made AS (
       INSERT INTO agents (user_id, lead_types, area_ids, site_ids)
       SELECT id, '{buyer,rental}', ARRAY(SELECT id FROM areas), ARRAY(SELECT id FROM sites) FROM people RETURNING id)
     INSERT INTO quota_overrides (agent_id, type, daily, weekly, reason, until)
     SELECT id, type, 1000, $2::int, 'Crash', now() + interval '9 days' FROM made, unnest('{buyer,rental}'::text[]) type`,
    [AGENTS, weekly],
  )
  await client.query(
    `INSERT INTO feature_flags (feature, scope, enabled) VALUES ('happy_hour', 'all', true), ('claim_leads', 'all', true)
     ON CONFLICT DO NOTHING`,
  )
  await client.query(
    `INSERT INTO happy_hour_settings
       (weekdays, start_minute, end_minute, session_minutes, minutes_between_claims, max_claims, follow_up_first, join_by, saved_by)
     SELECT '{1,2,3,4,5,6,7}', 0, 1440, 1440, 0, 5, false, 'everyone', id FROM users WHERE email = 'admin@keyturn.test'`,
  )
  const token = await signIn(url, 'admin@keyturn.test')
  const settings = { is_on: true, offer_minutes: 1, max_agents: 5, max_untouched: 10_000 }
  await callAs(url, token, 'distribution/settings', settings)
  const { rows } = await client.query<{ id: number; email: string; phone: string }>(
    `SELECT a.id, u.email, u.phone FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email LIKE '%@crash.test'`,
  )
  const claimers: Claimer[] = []
  for (const { id, email, phone } of rows)
    claimers.push({ agentId: id, token: await signIn(url, email), phone: `+1${phone.replaceAll('-', '')}` })
  return claimers
}

/** New leads: half of them in the pool, the others offered. */
async function addLeads(client: pg.Client, urls: readonly string[], of: { round: number; count: number }) {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO leads (first_name, last_name, roles, site_id, area_ids)
     SELECT 'Lead', 'crash-' || $1::int || '-' || n, '{buyer_lead}', (SELECT min(id) FROM sites), ARRAY(SELECT id FROM areas ORDER BY id LIMIT 2)
     FROM generate_series(1, $2::int) n RETURNING id`,
    [of.round, of.count],
  )
  const ids = rows.map(({ id }) => id)
  const half = Math.ceil(ids.length / 2)
  await client.query(
    `INSERT INTO lead_distributions (lead_id, state, lead_type, why, since)
     SELECT unnest($1::int[]), 'pooled', 'buyer', 'Nobody was free', now()`,
    [ids.slice(0, half)],
  )
  for (const id of ids.slice(half)) await offer(urls, id)
}

let administrator: string | undefined

/** Offers a lead; where a server was killed meanwhile another one is asked, which refuses what was done. */
async function offer(urls: readonly string[], id: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const url = urls[(id + attempt) % urls.length] ?? ''
    try {
      administrator ??= await signIn(url, 'admin@keyturn.test')
      const { status } = await fetch(`${url}/crm/lead/${id}/distribution`, {
        method: 'POST',
        headers: { authorization: `Bearer ${administrator}` },
        signal: AbortSignal.timeout(20_000),
      })
      if (status < 500) return
    } catch {
      // Nobody answered: the next one may.
    }
    await pause(500)
  }
  throw new Error(`Nobody could offer lead ${id}.`)
}

const WAIT_MS = 180_000

/** Waits until no offer is open that is over: workers that live pass them on. */
async function settled(client: pg.Client): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (Date.now() < end) {
    await pause(2_000)
    const { rows } = await client.query(
      `SELECT 1 FROM lead_transfers WHERE kind = 'offer' AND state = 'pending' AND expires_at < now() - interval '5 seconds' LIMIT 1`,
    )
    if (rows.length === 0) return
  }
}

async function judged(client: pg.Client, tally: Tally, { kills, leads }: { kills: number; leads: number }) {
  const problems = await brokenClaims(client, tally)
  const byDoor = doorNames.map(door => `${tally.won.filter(one => one.door === door).length} by ${door}`)
  console.log(
    `PostgreSQL, two servers, two workers: killed ${kills} times; ${leads} leads, ${AGENTS} agents, ${tally.won.length} told that a lead is ` +
      `theirs (${byDoor.join(', ')}), ${tally.refused} refused, ${tally.cutOff} cut off, ${problems.length} problems`,
  )
  for (const door of doorNames)
    if (!tally.won.some(one => one.door === door))
      problems.push(`Nobody got a lead by this door, so it was not tried: ${door}.`)
  return problems
}
