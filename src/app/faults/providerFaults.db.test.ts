import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeToOne } from '../../features/email/server/commands/send.ts'
import { sendEmail } from '../../features/email/server/jobs/sendEmail.ts'
import { textLead } from '../../features/text-messages/server/commands/send.ts'
import { sendTextMessage } from '../../features/text-messages/server/jobs/sendText.ts'
import { type DemoMail, serveDemoMail } from '../../integrations/mail/fake.ts'
import { type DemoTwilio, serveDemoTwilio } from '../../integrations/twilio/fake.ts'
import type { JobContext, WriteContext } from '../../platform/server/context.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../testing/brokerage.ts'
import { testConfig } from '../../testing/config.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../testing/peers/faultyProxy.ts'
import { addRow, type ReadRows, rowsOf } from '../../testing/rows.ts'

/** Schedules that the gate tries; `KEYTURN_FAULT_SCHEDULES=1000` tries more. */
const asked = process.env.KEYTURN_FAULT_SCHEDULES
/** The gate tries the same ones each time; more that are asked for are new ones. */
const runs = asked === undefined ? { numRuns: 30, seed: 11 } : { numRuns: Number(asked) }
/** More schedules than the gate tries take longer. */
const TIMEOUT_MS = 20_000 * runs.numRuns
/** A Friday, 14:00 in Toronto. */
const AFTERNOON = new Date('2026-11-20T19:00:00Z').getTime()
const MESSAGES = 3

/** A cut anywhere in what is said, an answer of the provider that it cannot take it now, or none of both. */
const fault = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Fault>({ cut: 'none' }) },
  { weight: 2, arbitrary: fc.record({ cut: fc.constant('request' as const), after: fc.nat(1500) }) },
  { weight: 3, arbitrary: fc.record({ cut: fc.constant('answer' as const), after: fc.nat(700) }) },
)
const busy = fc.boolean()
const schedule = fc.record({
  faults: fc.array(fault, { maxLength: 12 }),
  busy: fc.array(busy, { maxLength: 6 }),
})

let database: Awaited<ReturnType<typeof openTestDatabase>>
let person: TestPerson
let rows: ReadRows
let twilio: DemoTwilio
let mail: DemoMail
let [textProxy, mailProxy]: FaultyProxy[] = []
let isBusy: boolean[] = []
let mails: string[] = []
let config: ReturnType<typeof testConfig>
let now = AFTERNOON
let queue: { name: string; data: object; at: number }[] = []
let serial = 0

const portOf = (url: string | null) => Number(new URL(url ?? '').port)
beforeAll(async () => {
  database = await openTestDatabase()
  rows = rowsOf(database)
  person = agentAtWork(database, await addAgent(database, 'Noor'))
  twilio = await serveDemoTwilio({
    fateOf: () => [],
    fault: () => (isBusy.shift() ? { status: 429, code: 20429, message: 'Too many requests' } : null),
  })
  mail = await serveDemoMail({
    refuses: () => (isBusy.shift() ? '451 4.7.0 Try again later' : null),
    onMail: async ({ source }) => void mails.push(/^Message-ID: (.*)$/im.exec(String(source))?.[1] ?? ''),
  })
  const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
  textProxy = await startFaultyProxy(portOf(apiUrl))
  mailProxy = await startFaultyProxy(portOf(mail.url))
  config = testConfig({
    KEYTURN_LOG: 'silent',
    KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
    MAIL_URL: `smtp://127.0.0.1:${mailProxy.port}`,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_TEXTS_FROM: textsFrom,
    TWILIO_API_URL: `http://127.0.0.1:${textProxy.port}`,
  })
}, 60_000)
afterAll(async () => {
  await Promise.all([textProxy?.close(), mailProxy?.close()])
  await Promise.all([twilio.close(), mail.close()])
  await database.close()
})

const change = <Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result> =>
  person.writing(ctx =>
    work({
      ...ctx,
      now: new Date(now),
      config,
      enqueue: async (job, data, options) =>
        void queue.push({ name: job.name, data, at: options?.startAfter?.getTime() ?? now }),
    }),
  )
const job = (): JobContext => ({
  ...person.reading,
  now: new Date(now),
  config,
  transaction: change as never,
  signal: new AbortController().signal,
})

/** Works the queue to its end, as workers do: what fails is tried again, and each job is brought twice. */
async function work(): Promise<void> {
  for (let rounds = 0; queue.length > 0; rounds++) {
    if (rounds > 200) throw new Error('The queue does not come to an end.')
    const [next, ...later] = queue.toSorted((one, other) => one.at - other.at)
    if (!next) return
    queue = later
    now = Math.max(now, next.at)
    for (let brought = 0; brought < 2; brought++) {
      if (next.name === sendTextMessage.name) await sendTextMessage.run(job(), next.data)
      if (next.name === sendEmail.name) await sendEmail.run(job(), next.data)
    }
  }
}

const addLead = async () => {
  const phone = `+1416555${String(1000 + (++serial % 9000))}`
  const { id } = await addRow(rows, 'leads', {
    first_name: 'Ana',
    email: `ana${serial}@people.test`,
    phone,
    agent_id: person.viewer.agent_id,
  })
  return { id: id as number, agent_id: person.viewer.agent_id, phone }
}

/** What the door says of the messages of this schedule, with how often the provider took each. */
async function outcomes(
  channel: 'text' | 'email',
  leads: readonly number[],
  takenOf: (lead: number) => Promise<number>,
) {
  const found = await rows('SELECT lead_id, state FROM sendings WHERE lead_id = ANY($1) AND channel = $2', [
    leads,
    channel,
  ])
  return Promise.all(
    found.map(async ({ lead_id, state }) => ({ state: state as string, taken: await takenOf(lead_id) })),
  )
}

function expectNothingLostOrDoubled(found: readonly { state: string; taken: number }[]): void {
  expect(found).toHaveLength(MESSAGES)
  for (const { state, taken } of found) {
    expect(taken, `a message that is ${state}`).toBeLessThanOrEqual(1)
    expect(['sent', 'failed', 'unknown'], 'how every message ends').toContain(state)
    if (state === 'sent') expect(taken, 'a message that is sent').toBe(1)
    if (state === 'failed') expect(taken, 'a message that is failed').toBe(0)
  }
}

describe('behind a provider that breaks off by any schedule', () => {
  it(
    'no text is lost or doubled',
    async () => {
      await fc.assert(
        fc.asyncProperty(schedule, async given => {
          now = AFTERNOON
          textProxy?.schedule(given.faults)
          isBusy = [...given.busy]
          const bodies = new Map<number, string>()
          for (let count = 0; count < MESSAGES; count++) {
            const lead = await addLead()
            bodies.set(lead.id, `Text number ${serial}`)
            await change(ctx =>
              textLead(ctx, lead, { body: bodies.get(lead.id) ?? '', picture_ids: [], template_id: null }),
            )
          }
          await work()
          const takenOf = async (lead: number) => twilio.taken.filter(({ body }) => body === bodies.get(lead)).length
          expectNothingLostOrDoubled(await outcomes('text', [...bodies.keys()], takenOf))
        }),
        runs,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'no e-mail is lost or doubled',
    async () => {
      await fc.assert(
        fc.asyncProperty(schedule, async given => {
          now = AFTERNOON
          mails = []
          mailProxy?.schedule(given.faults)
          isBusy = [...given.busy]
          const leads: number[] = []
          for (let count = 0; count < MESSAGES; count++) {
            const { id } = await addLead()
            leads.push(id)
            const email = { subject: 'Saturday', content: '<p>See you on Saturday.</p>' }
            await change(ctx => writeToOne(ctx, id, { email, type: 'email', send_at: new Date(now) }))
          }
          await work()
          const takenOf = async (lead: number) => {
            const [email] = await rows('SELECT id FROM emails WHERE lead_id = $1', [lead])
            return mails.filter(id => id.startsWith(`<email-${email?.id}@`)).length
          }
          expectNothingLostOrDoubled(await outcomes('email', leads, takenOf))
        }),
        runs,
      )
    },
    TIMEOUT_MS,
  )
})
