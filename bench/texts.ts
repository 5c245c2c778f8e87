import { setTimeout } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import pg from 'pg'
import { signedHook } from '../src/integrations/twilio/fake.ts'
import { type BenchClient, signIn } from './client.ts'
import { listsDuring } from './intake.ts'
import { post, sendSteadily } from './intakeSenders.ts'
import { sampleBoth, type Times, timesOf } from './sample.ts'
import { startProduct } from './server.ts'
import { rowsStatement, statementsOf } from './tap.ts'
import { startServerProcess } from './throughput.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What an inbox of many texts takes, and what hooks of the provider take beside people who work. */
export interface TextTimes {
  texts: number
  /** The first page of the inbox of somebody who sees everything, and its SQL alone. */
  inbox: { http: Times; sql: Times }
  /** Hooks that were taken a second: now and then a text, the others reports of what became of one. */
  perSecond: number
  refused: number
  /** From the sending of a text's hook until the browser that looks at its thread has it, in milliseconds. */
  toScreen: Times
  /** Texts that no screen got. */
  unseen: number
  /** Lists before, and while hooks come in. */
  alone: Times
  meanwhile: Times
}

const TEXTS = 100_000
/** Of each person. */
const PER_PERSON = 20
const PER_SECOND = 200
/** Each so-manieth hook is a text that comes in; a text that goes out is reported on more than once. */
const TEXT_EVERY = 5
/** Each so-manieth hook is a text of the person whose thread is open. */
const WATCHED_EVERY = 50
const SETTLE_MS = 5_000
const SID = `AC${'0'.repeat(32)}`
const TOKEN = 'token-of-the-bench'
const PUBLIC_URL = 'https://crm.bench.test'
const settings = {
  KEYTURN_PUBLIC_URL: PUBLIC_URL,
  TWILIO_ACCOUNT_SID: SID,
  TWILIO_AUTH_TOKEN: TOKEN,
  TWILIO_TEXTS_FROM: '+14165550100',
}

interface TextsOptions {
  databaseUrl: string
  dataDir: string
  /** Of the steady load. */
  seconds: number
  runs: number
}

interface Person {
  id: number
  phone: string
}

/** Fills an inbox, reads it, and has the provider's hooks come in beside what people do; the rows stay. */
export async function measureTexts({ databaseUrl, dataDir, seconds, runs }: TextsOptions): Promise<TextTimes> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const run = `bench${Date.now().toString(36)}`
  try {
    const people = await fillInbox(pool, run)
    await fillSent(pool, { run, people, count: PER_SECOND * seconds })
    await pool.query('ANALYZE texts, text_threads, sendings')
    const inbox = await measureInbox({ databaseUrl, dataDir, runs, pool })
    return { texts: TEXTS, inbox, ...(await measureHooks({ databaseUrl, dataDir, seconds, run, people })) }
  } finally {
    await pool.end()
  }
}

/** Texts with as many people as it takes, in both directions; answers with whom. */
async function fillInbox(pool: pg.Pool, run: string): Promise<Person[]> {
  const { rows } = await pool.query<Person>(
    `SELECT id, coalesce(phone_private, phone) AS phone FROM leads
     WHERE deleted_at IS NULL AND agent_id IS NOT NULL AND coalesce(phone_private, phone) ~ '^\\+1[0-9]{10}$'
     ORDER BY id LIMIT $1`,
    [TEXTS / PER_PERSON],
  )
  await pool.query(
    `INSERT INTO texts (lead_id, number, direction, body, provider_id, read_at, created_at)
     SELECT l.id, l.phone, CASE WHEN n % 2 = 0 THEN 'in' ELSE 'out' END, 'Could we see it on day ' || n || '?',
            'SM' || $1 || '-' || l.id || '-' || n, CASE WHEN n < 18 THEN now() END,
            now() - make_interval(days => $3 - n, mins => (l.id % 1440)::int)
     FROM unnest($4::int[], $5::text[]) AS l (id, phone) CROSS JOIN generate_series(1, $2::int) AS n`,
    [run, PER_PERSON, PER_PERSON + 1, rows.map(({ id }) => id), rows.map(({ phone }) => phone)],
  )
  await pool.query(
    `INSERT INTO text_threads (lead_id, number, last_text_id, last_at, unread, is_waiting)
     SELECT DISTINCT ON (lead_id) lead_id, number, id, created_at, 1, direction = 'in' FROM texts
     WHERE lead_id IS NOT NULL ORDER BY lead_id, id DESC
     ON CONFLICT (lead_id) DO UPDATE SET last_text_id = excluded.last_text_id, last_at = excluded.last_at, unread = 1`,
  )
  return rows
}

/** Texts that went out and of which the provider has yet to say what became of them. */
async function fillSent(pool: pg.Pool, given: { run: string; people: readonly Person[]; count: number }) {
  const leads = Array.from({ length: given.count }, (_, number) => personAt(given.people, number).id)
  await pool.query(
    `WITH asked AS (SELECT lead_id, number FROM unnest($2::int[]) WITH ORDINALITY AS a (lead_id, number)),
     sent AS (
       INSERT INTO sendings (cause, lead_id, channel, class, state, due_at, provider_id, created_at, decided_at, sent_at)
       SELECT $1 || ':' || number, lead_id, 'text', 'personal', 'sent', now(), 'SM' || $1 || '-out-' || number - 1,
              now(), now(), now() FROM asked RETURNING id, lead_id, provider_id)
     INSERT INTO texts (lead_id, number, direction, body, sending_id, provider_id, created_at)
     SELECT sent.lead_id, coalesce(l.phone_private, l.phone), 'out', 'See you then', sent.id, sent.provider_id, now()
     FROM sent JOIN leads l ON l.id = sent.lead_id`,
    [given.run, leads],
  )
}

function personAt(people: readonly Person[], number: number): Person {
  const person = people[number % people.length]
  if (!person) throw new Error('No lead has a number.')
  return person
}

async function measureInbox(about: Omit<TextsOptions, 'seconds'> & { pool: pg.Pool }): Promise<TextTimes['inbox']> {
  const server = await startProduct(about.databaseUrl, about.dataDir, settings)
  try {
    const admin = await signIn(server.url, 'admin')
    const ask = () => admin.get('texts')
    const statement = rowsStatement(await statementsOf(ask))
    const [http, sql] = await sampleBoth(about.runs, ask, () => about.pool.query(statement))
    return { http, sql }
  } finally {
    await server.close()
  }
}

interface HooksOptions extends Omit<TextsOptions, 'runs'> {
  run: string
  people: readonly Person[]
}

async function measureHooks({ databaseUrl, dataDir, seconds, run, people }: HooksOptions) {
  const server = await startServerProcess(databaseUrl, dataDir, settings)
  const watched = personAt(people, 0)
  try {
    const admin = await signIn(server.url, 'admin')
    const screen = await openThread(server.url, admin, watched.id)
    const alone = await listsDuring(server.url, () => setTimeout(Math.min(seconds, 20) * 1000))
    let taken = { perSecond: 0, refused: 0 }
    const meanwhile = await listsDuring(server.url, async () => {
      const sent = await sendSteadily({ perSecond: PER_SECOND, seconds }, number => {
        const isWatched = number % WATCHED_EVERY === 0
        if (number % TEXT_EVERY > 0) return report(server.url, `SM${run}-out-${number}`)
        // The first of the people is left to those texts that are waited for.
        const person = isWatched ? watched : personAt(people, 1 + (number % (people.length - 1)))
        const body = `Hook ${number} of ${run}`
        if (isWatched) screen.expect(body)
        return receive(server.url, { sid: `SM${run}-in-${number}`, from: person.phone, body })
      })
      taken = { perSecond: sent.acknowledged.length / sent.seconds, refused: sent.refused }
    })
    await setTimeout(SETTLE_MS)
    screen.close()
    return { ...taken, toScreen: timesOf(screen.seen()), unseen: screen.unseen(), alone, meanwhile }
  } finally {
    await server.stop()
  }
}

/** A hook as the provider sends it: signed for the public address. */
function sendHook(url: string, path: string, fields: Readonly<Record<string, string>>) {
  const { headers, body } = signedHook(`${PUBLIC_URL}${path}`, fields, TOKEN)
  return post(`${url}${path}`, headers, body)
}

const receive = (url: string, { sid, from, body }: { sid: string; from: string; body: string }) =>
  sendHook(url, '/crm/hooks/twilio/sms', {
    AccountSid: SID,
    MessageSid: sid,
    From: from,
    To: settings.TWILIO_TEXTS_FROM,
    Body: body,
    NumMedia: '0',
  })

const report = (url: string, sid: string) =>
  sendHook(url, '/crm/hooks/twilio/sms-status', { AccountSid: SID, MessageSid: sid, MessageStatus: 'delivered' })

/** Looks at the thread of a lead as a browser does: asks for it again when it hears that it changed. */
async function openThread(url: string, client: BenchClient, lead: number) {
  const expected = new Map<string, number>()
  const times: number[] = []
  const closed = new AbortController()
  const answer = await fetch(`${url}/crm/events`, {
    headers: { authorization: `Bearer ${client.token}`, accept: 'text/event-stream' },
    signal: closed.signal,
  })
  let isStale = false
  let isReading = false
  const read = async () => {
    isReading = true
    while (isStale) {
      isStale = false
      const shown = JSON.stringify(await client.get(`texts/${lead}`))
      const now = performance.now()
      for (const [body, sentAt] of expected) {
        if (!shown.includes(body)) continue
        times.push(now - sentAt)
        expected.delete(body)
      }
    }
    isReading = false
  }
  const parser = createParser({
    onEvent({ data }) {
      const changes = JSON.parse(data || '[]') as { topic: string; ids: number[] }[]
      if (!changes.some(({ topic, ids }) => topic === '*' || (topic === 'texts' && ids.includes(lead)))) return
      isStale = true
      if (!isReading) void read()
    },
  })
  void (async () => {
    for await (const piece of answer.body ?? []) parser.feed(Buffer.from(piece).toString())
  })().catch(() => undefined)
  return {
    expect: (body: string) => void expected.set(body, performance.now()),
    seen: () => times,
    unseen: () => expected.size,
    close: () => closed.abort(),
  }
}

/** Whether the wanted figures were met. */
export function wantedOfTexts(found: TextTimes, { where, shared }: { where: string; shared: string }): Wanted[] {
  const { texts, inbox, perSecond, refused, toScreen, unseen, alone, meanwhile } = found
  const ratio = meanwhile.p95 / alone.p95
  return [
    goal(
      `${where}: first page of an inbox of ${texts.toLocaleString('en-CA')} texts, SQL, p95`,
      '≤ 5 ms',
      `${ms(inbox.sql.p95)} ms (HTTP ${ms(inbox.http.p95)} ms)`,
      inbox.sql.p95 <= 5,
      shared,
    ),
    goal(
      `${where}: hooks taken a second, one in ${TEXT_EVERY} a text`,
      `≥ ${PER_SECOND * 0.98}`,
      `${perSecond.toFixed(0)}, ${refused} refused`,
      perSecond >= PER_SECOND * 0.98 && refused === 0,
      shared,
    ),
    goal(
      `${where}: from the hook of a text to the screen, p95`,
      '≤ 300 ms',
      `${ms(toScreen.p95)} ms, ${unseen} of ${toScreen.runs + unseen} not seen`,
      toScreen.p95 <= 300 && unseen === 0,
      shared,
    ),
    goal(
      `${where}: a list meanwhile, p95`,
      '≤ 2 × alone',
      `${ratio.toFixed(2)} × ${ms(alone.p95)} ms (median ${(meanwhile.median / alone.median).toFixed(2)} ×)`,
      ratio <= 2,
      shared,
    ),
  ]
}
