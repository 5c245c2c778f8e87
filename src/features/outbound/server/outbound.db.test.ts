import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { testConfig } from '../../../testing/config.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { countStatements } from '../../../testing/statements.ts'
import { recordConsents } from '../../consent/server/commands.ts'
import { sendingRules } from '../rules/law.ts'
import { countAnswer } from './commands/answers.ts'
import { registerContributions } from './commands/contributions.ts'
import { reachesOf } from './commands/decide.ts'
import {
  cancelSendings,
  markUnknown,
  recordDelivered,
  recordFailed,
  recordSent,
  reopenSending,
  settleSending,
} from './commands/outcomes.ts'
import { requestSendings, type SendingRequest } from './commands/request.ts'
import { beginTrying } from './commands/trying.ts'
import { settleLostSendings } from './jobs/settleLost.ts'

let serial = 0
/** A Friday, 14:00 in Toronto. */
const AFTERNOON = new Date('2026-11-20T19:00:00Z')
const NIGHT = new Date('2026-11-21T03:00:00Z')

describe('the door for messages to leads', () => {
  let database: Database
  let person: TestPerson
  let rows: ReadRows
  let now = AFTERNOON
  let queued: { name: string; data: object; startAfter?: Date }[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    rows = rowsOf(database)
    person = agentAtWork(database, await addAgent(database, 'Noor'))
  })
  afterAll(async () => {
    registerContributions([])
    await database.close()
  })
  beforeEach(() => {
    now = AFTERNOON
    queued = []
    registerContributions([])
  })

  const config = testConfig({ KEYTURN_LOG: 'silent', KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test' })
  const change = <Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> =>
    person.writing(ctx =>
      work({
        ...ctx,
        now,
        config,
        enqueue: async (job, data, options) => void queued.push({ name: job.name, data, ...options }),
      }),
    )
  const jobContext = (): JobContext => ({
    ...person.reading,
    now,
    config,
    transaction: change,
    signal: new AbortController().signal,
  })
  const addLead = async (fields: Record<string, unknown> = {}): Promise<number> =>
    (
      await addRow(rows, 'leads', {
        first_name: 'Ana',
        email: `ana${++serial}@people.test`,
        phone: `+1416555${String(1000 + serial)}`,
        agent_id: person.viewer.agent_id,
        ...fields,
      })
    ).id
  const consent = (lead_id: number, channel: 'email' | 'text', kind: 'express' | 'withdrawn' = 'express') =>
    change(ctx => recordConsents(ctx, [{ lead_id, channel, kind, source: 'Form' }]))
  const job = { name: 'send-something' }
  const request = (to: readonly number[], more: Partial<SendingRequest> = {}) =>
    change(ctx =>
      requestSendings(ctx, {
        channel: 'text',
        class: 'commercial',
        job,
        to: to.map(lead_id => ({ lead_id, cause: `test:${lead_id}` })),
        ...more,
      }),
    )
  const begin = (lead_id: number) => change(ctx => beginTrying(ctx, { cause: `test:${lead_id}` }))
  const sendingOf = async (lead_id: number) =>
    (
      await rows('SELECT id, state, reason, rule, ground, address FROM sendings WHERE cause = $1', [`test:${lead_id}`])
    )[0]

  it('writes what it decided and has the provider’s job run only where the message may go', async () => {
    const [willing, silent] = [await addLead(), await addLead()]
    await consent(willing, 'text')
    const answers = await request([willing, silent])
    expect(answers.map(({ state }) => state)).toEqual(['prepared', 'refused'])
    expect(await sendingOf(willing)).toMatchObject({ state: 'prepared', ground: 'Express consent' })
    expect(await sendingOf(silent)).toMatchObject({
      state: 'refused',
      reason: 'No valid text consent.',
      rule: 'casl-consent',
    })
    expect(queued).toEqual([{ name: 'send-something', data: { sending_id: answers[0]?.id } }])
  })

  it('makes one sending of what is asked for twice', async () => {
    const lead = await addLead()
    const first = await request([lead], { class: 'personal', is_by_hand: true })
    const second = await request([lead], { class: 'personal', is_by_hand: true })
    expect(second).toMatchObject([{ id: first[0]?.id, decision: null }])
    expect(queued).toHaveLength(1)
  })

  it('sends nothing after a STOP, an unsubscribe or a deletion that was committed while the message waited', async () => {
    const [stopped, deleted, fine] = [await addLead(), await addLead(), await addLead()]
    for (const lead of [stopped, deleted, fine]) await consent(lead, 'text')
    await request([stopped, deleted, fine])
    await consent(stopped, 'text', 'withdrawn')
    await rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [deleted])
    expect(await begin(stopped)).toMatchObject({ verdict: 'refused' })
    expect(await begin(deleted)).toMatchObject({ verdict: 'refused', reason: 'This lead was deleted.' })
    expect(await begin(fine)).toMatchObject({ verdict: 'go', address: expect.stringMatching(/^\+1416/) })
    expect(await sendingOf(stopped)).toMatchObject({
      state: 'refused',
      reason: 'This lead has withdrawn consent for texts.',
    })
  })

  it('lets an automatic text of the night wait for the morning, and decides again then', async () => {
    const lead = await addLead()
    await consent(lead, 'text')
    now = NIGHT
    const [asked] = await request([lead])
    expect(asked).toMatchObject({ state: 'waiting', decision: { sentence: 'Goes out at Sat 10:00 AM their time.' } })
    const morning = new Date('2026-11-21T15:00:00Z')
    expect(queued).toEqual([{ name: 'send-something', data: { sending_id: asked?.id }, startAfter: morning }])
    expect(await begin(lead)).toMatchObject({ verdict: 'waits', until: morning })
    now = morning
    expect(await begin(lead)).toMatchObject({ verdict: 'go' })
  })

  it('moves what falls due at night to the morning, with a job for it', async () => {
    const lead = await addLead()
    await consent(lead, 'text')
    const [asked] = await request([lead], { due_at: NIGHT })
    expect(asked?.state).toBe('prepared')
    now = NIGHT
    expect(await begin(lead)).toMatchObject({ verdict: 'waits' })
    expect(queued.at(-1)).toMatchObject({
      data: { sending_id: asked?.id },
      startAfter: new Date('2026-11-21T15:00:00Z'),
    })
  })

  it('grants one permit for one message, and only one worker gets it', async () => {
    const lead = await addLead()
    await request([lead], { class: 'personal', is_by_hand: true })
    const trials = await Promise.all([begin(lead), begin(lead)])
    expect(trials.map(trial => trial?.verdict).toSorted()).toEqual(['busy', 'go'])
    const permit = trials.flatMap(trial => (trial?.verdict === 'go' ? trial.permit : []))[0]
    permit?.use()
    expect(() => permit?.use()).toThrow('was used before')
  })

  it('leaves unknown what a process died over, and never sends it again by itself', async () => {
    const lead = await addLead()
    await request([lead], { class: 'personal', is_by_hand: true })
    await begin(lead)
    now = new Date(AFTERNOON.getTime() + 151_000)
    await settleLostSendings.run(jobContext(), {})
    expect(await sendingOf(lead)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('nobody knows') })
    expect(await begin(lead)).toMatchObject({ verdict: 'unknown' })
    expect(queued).toHaveLength(1)
    const { id } = (await sendingOf(lead)) ?? {}
    await change(ctx => settleSending(ctx, id, 'again'))
    expect(queued).toHaveLength(2)
    expect(await begin(lead)).toMatchObject({ verdict: 'go' })
  })

  it('asks the provider what became of it, where the provider can tell', async () => {
    const [sent, lost] = [await addLead(), await addLead()]
    const find = async (_: unknown, { cause }: { cause: string }) =>
      cause === `test:${sent}` ? { state: 'sent' as const, provider_id: 'SM1' } : { state: 'not_sent' as const }
    registerContributions([{ sendingLookups: [{ channel: 'text', find }] }])
    await request([sent, lost], { class: 'personal', is_by_hand: true })
    await begin(sent)
    await begin(lost)
    now = new Date(AFTERNOON.getTime() + 151_000)
    await settleLostSendings.run(jobContext(), {})
    expect(await sendingOf(sent)).toMatchObject({ state: 'sent' })
    expect(await sendingOf(lost)).toMatchObject({ state: 'prepared' })
    expect(queued).toHaveLength(3)
  })

  it('takes what providers say in any order', async () => {
    const lead = await addLead()
    await request([lead], { class: 'personal', is_by_hand: true })
    await begin(lead)
    const name = { cause: `test:${lead}` }
    expect(await change(ctx => recordDelivered(ctx, name))).toBe(true)
    expect(await change(ctx => recordSent(ctx, name))).toBe(false)
    expect(await change(ctx => recordFailed(ctx, name, { problem: 'Late.' }))).toBe(false)
    expect(await sendingOf(lead)).toMatchObject({ state: 'delivered' })
  })

  it('counts for a template that the lead wrote back within seven days of its newest message, once', async () => {
    const { id } = await addRow(rows, 'templates', { platform: 'text', name: 'Hello', content: 'Hello', user_id: null })
    const counts = async () =>
      (
        await rows(
          'SELECT sum(sent)::int AS sent, sum(answered)::int AS answered FROM template_uses WHERE template_id = $1',
          [id],
        )
      )[0]
    const send = async (lead: number, cause: string, template_id: number | null) => {
      const by = { class: 'personal', is_by_hand: true, user_id: person.viewer.user_id, template_id } as const
      await request([], { ...by, to: [{ lead_id: lead, cause }] })
      await change(ctx => beginTrying(ctx, { cause }))
      await change(ctx => recordSent(ctx, { cause }))
    }
    const writeBack = (lead_id: number, at: string, more = {}) =>
      change(ctx => countAnswer(ctx, { lead_id, channel: 'text', at: new Date(at), ...more }))
    const [answering, late, elsewhere, returned] = await Promise.all([addLead(), addLead(), addLead(), addLead()])
    for (const lead of [answering, late, elsewhere, returned]) await send(lead, `template:${lead}`, id)
    expect(await counts()).toEqual({ sent: 4, answered: 0 })
    await writeBack(late, '2026-11-28T19:00:00Z')
    await change(ctx => countAnswer(ctx, { lead_id: late, channel: 'email', at: now }))
    await writeBack(elsewhere, '2026-11-21T19:00:00Z', { written_at: new Date('2026-11-21T10:00:00Z') })
    expect(await counts()).toEqual({ sent: 4, answered: 0 })
    for (const day of [21, 22]) await writeBack(answering, `2026-11-${day}T19:00:00Z`)
    expect(await counts()).toEqual({ sent: 4, answered: 1 })
    now = new Date('2026-11-20T20:00:00Z')
    await send(late, `own:${late}`, null)
    await writeBack(late, '2026-11-21T19:00:00Z')
    await change(ctx => recordFailed(ctx, { cause: `template:${returned}` }, { problem: 'No such number.' }))
    expect(await counts()).toEqual({ sent: 3, answered: 1 })
  })

  it('tries again what the provider would not take yet, and what a person says, but never what may have gone out', async () => {
    const lead = await addLead()
    await request([lead], { class: 'personal', is_by_hand: true })
    await begin(lead)
    const name = { cause: `test:${lead}` }
    const retry_at = new Date(AFTERNOON.getTime() + 60_000)
    await change(ctx => recordFailed(ctx, name, { problem: 'Busy.', retry_at }))
    expect(await begin(lead)).toMatchObject({ verdict: 'waits', until: retry_at })
    now = retry_at
    expect(await begin(lead)).toMatchObject({ verdict: 'go', tries: 1 })
    await change(ctx => markUnknown(ctx, name))
    expect(await change(ctx => recordFailed(ctx, name, { problem: 'Busy.', retry_at }))).toBe(false)
    await change(ctx => recordSent(ctx, name))
    expect(await change(ctx => reopenSending(ctx, name))).toBe(false)
  })

  it('hears the objections of features that it does not know, when it decides and just before the provider is asked', async () => {
    const [blocked, later] = [await addLead(), await addLead()]
    const against = new Set([blocked])
    const objection = {
      code: 'blocked' as const,
      sentence: 'You blocked this number.',
      since: null,
      rule: sendingRules.blocked,
    }
    registerContributions([
      {
        sendingObjections: [
          async (_, { people }) =>
            new Map(people.filter(({ lead_id }) => against.has(lead_id)).map(({ lead_id }) => [lead_id, [objection]])),
        ],
      },
    ])
    const answers = await request([blocked, later], { class: 'personal', is_by_hand: true })
    expect(answers.map(({ state }) => state)).toEqual(['refused', 'prepared'])
    against.add(later)
    expect(await begin(later)).toMatchObject({ verdict: 'refused', reason: 'You blocked this number.' })
    const reaches = await reachesOf({ ...person.reading, now, config }, blocked, {
      class: 'personal',
      is_by_hand: true,
    })
    expect(reaches?.text).toMatchObject({ verdict: 'refuse', refusals: [{ code: 'blocked' }] })
  })

  it('keeps to the limit of commercial messages a day, whatever sends them', async () => {
    const lead = await addLead()
    await consent(lead, 'text')
    const many = Array.from({ length: 11 }, (_, at) => ({ lead_id: lead, cause: `many:${lead}:${at}` }))
    await request([], { to: many })
    const verdicts = []
    for (const { cause } of many) verdicts.push((await change(ctx => beginTrying(ctx, { cause })))?.verdict)
    expect(verdicts).toEqual([...Array.from({ length: 10 }, () => 'go'), 'refused'])
  })

  it('sends nothing while sending is paused, except calls by hand', async () => {
    const lead = await addLead()
    await request([lead], { class: 'personal', is_by_hand: true })
    await request([lead], {
      channel: 'call',
      class: 'personal',
      is_by_hand: true,
      to: [{ lead_id: lead, cause: 'call:1' }],
    })
    await rows("INSERT INTO sending_pauses (reason) VALUES ('by_hand')")
    expect(await begin(lead)).toMatchObject({ verdict: 'paused' })
    expect(await change(ctx => beginTrying(ctx, { cause: 'call:1' }))).toMatchObject({ verdict: 'go' })
    await rows('UPDATE sending_pauses SET resumed_at = now()')
    expect(await begin(lead)).toMatchObject({ verdict: 'go' })
  })

  it('cancels what has not gone out of a batch, and leaves the rest', async () => {
    const [one, two] = [await addLead(), await addLead()]
    await request([one, two], { class: 'personal', is_by_hand: true, batch: 'bulk:1' })
    await begin(one)
    expect(await change(ctx => cancelSendings(ctx, { batch: 'bulk:1', reason: 'Stopped.' }))).toMatchObject([
      { lead_id: two },
    ])
    expect((await sendingOf(one))?.state).toBe('trying')
    expect(await begin(two)).toMatchObject({ verdict: 'over', state: 'cancelled' })
  })

  it('decides about a thousand people in the statements of one', async () => {
    const leads = await Promise.all(Array.from({ length: 30 }, () => addLead()))
    const counted = countStatements()
    const statements = async (to: readonly number[]) => {
      counted.take()
      await request([], {
        to: to.map(lead_id => ({ lead_id, cause: `count:${to.length}:${lead_id}` })),
        channel: 'email',
      })
      return counted.take()
    }
    const [many, one] = [await statements(leads), await statements(leads.slice(0, 1))]
    counted.stop()
    expect(many).toBe(one)
    expect(one).toBeGreaterThan(4)
  })
})
