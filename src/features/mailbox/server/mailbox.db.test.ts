import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGmail, type FakeMail, fakeGmail } from '../../../integrations/gmail/fake.ts'
import { type GoogleOffice, openGoogleOffice } from '../../../testing/peers/google.ts'
import { mailboxPace } from '../rules.ts'
import { openMailbox } from './queries/mailboxes.ts'
import { takeUnits } from './queries/quota.ts'
import { syncMailbox } from './remote/sync.ts'

const MAYA = 'agent@keyturn.test'
/** Messages of a large mailbox; `KEYTURN_MAILBOX_MESSAGES=10000` reads one as people have it. */
const MANY = Number(process.env.KEYTURN_MAILBOX_MESSAGES ?? 1_100)
const DAY = 86_400_000

let office: GoogleOffice
let gmail: FakeGmail
let user: number
let lead: number
/** Lets the stand-in answer for a mailbox of each test. */
let serial = 0

beforeAll(async () => {
  gmail = fakeGmail()
  office = await openGoogleOffice([(...asked) => gmail.api(...asked)])
  user = office.userId('agent')
}, 60_000)
afterAll(() => office.closeAll())
beforeEach(async () => {
  // The quota itself has a test of its own: here it would make the test wait.
  gmail = fakeGmail(undefined, { unitsPerMinute: Infinity })
  await office.rows('DELETE FROM mailboxes')
  await office.rows('DELETE FROM google_quota')
  await office.rows('DELETE FROM mailbox_emails')
  await office.connect('agent')
  lead = await leadAt('agent', `ada${++serial}@people.test`)
})

const leadAt = (account: string, email: string) => office.lead(account, { email, email_key: email })
const address = () => `ada${serial}@people.test`
const from = (mail: Partial<FakeMail> = {}): FakeMail => ({
  from: `Ada <${address()}>`,
  to: MAYA,
  subject: 'The house on Elm',
  text: 'Can we see it on Saturday?',
  ...mail,
})
/** Mail that is nobody's business here. */
const other = (subject: string, at = new Date(Date.now() - DAY)): FakeMail => ({
  from: 'Shop <news@shop.test>',
  to: MAYA,
  subject,
  text: 'Private',
  at,
})
const open = () => office.working.transaction(ctx => openMailbox(ctx, user, MAYA))
/** Waits that Google asked for are over. */
const patient = () => office.rows('UPDATE mailboxes SET waits_until = NULL')
const sync = () => syncMailbox(office.working, user)
/** Reads until nothing is left to be read. */
async function readAll(rounds = 30): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await patient()
    if ((await sync()) === null) return
  }
  throw new Error('The mailbox was not read to its end.')
}
/** Lets a process begin that is not held up by what an earlier one left, nor by what Google asked it to wait for. */
async function holdNothing(): Promise<void> {
  await patient()
  await office.rows('UPDATE mailboxes SET syncing_until = NULL')
  await office.rows('DELETE FROM google_quota')
}
/** Reads on until the process dies, between what it fetched and the commit. */
async function readAndDie(): Promise<void> {
  await holdNothing()
  let commits = 0
  const dying = {
    ...office.working,
    transaction: (work: Parameters<typeof office.working.transaction>[0]) =>
      office.working.transaction(async ctx => {
        const result = await work(ctx)
        if (++commits % 4 === 0) throw new Error('killed')
        return result
      }),
  } as typeof office.working
  await syncMailbox(dying, user).catch(() => null)
}
/** Reads to the end, however large the mailbox is. */
async function readFreely(): Promise<void> {
  for (let round = 0; round < 100; round++) {
    await holdNothing()
    if ((await sync()) === null) return
  }
  throw new Error('The mailbox was not read to its end.')
}
const health = async () => (await office.agent.get('mailbox')).data
const stored = () =>
  office.rows('SELECT provider_id, lead_id, direction, subject FROM mailbox_emails ORDER BY sent_at, id')
const milestones = () =>
  office.rows(
    `SELECT milestone_option_id AS option, value, description, message FROM milestones
     WHERE lead_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [lead],
  )

describe('a mailbox that is read for the first time', () => {
  it('gives the messages with leads, by headers and beginning only, and counts all', async () => {
    const before = new Date(Date.now() - 3 * DAY)
    gmail.deliver(MAYA, from({ at: before, html: '<p>Secret body</p>' }))
    gmail.deliver(MAYA, { from: MAYA, to: address(), subject: 'Re: Elm', text: 'Yes', labels: ['SENT'], at: before })
    for (let one = 0; one < 12; one++) gmail.deliver(MAYA, other(`News ${one}`))
    gmail.deliver(MAYA, from({ subject: 'Unfinished', labels: ['DRAFT'] }))
    await open()
    await readAll()
    expect(await stored()).toMatchObject([
      { lead_id: lead, direction: 'in', subject: 'The house on Elm' },
      { lead_id: lead, direction: 'out', subject: 'Re: Elm' },
    ])
    expect(await milestones()).toMatchObject([
      { option: 302, value: 'The house on Elm', description: 'Can we see it on Saturday?' },
      { option: 301, value: 'Re: Elm' },
    ])
    expect(await health()).toMatchObject({ state: 'healthy', total: 15, here: 15, pending: 0, with_leads: 2 })
    const everything = JSON.stringify([
      await office.rows('SELECT * FROM mailbox_emails'),
      await office.rows('SELECT * FROM mailbox_messages'),
    ])
    expect(everything).not.toContain('Secret body')
    expect(everything).not.toContain('Private')
    expect(everything).not.toContain('News')
  })

  it('asks at most five at once, and for nothing twice', async () => {
    for (let one = 0; one < 40; one++) gmail.deliver(MAYA, other(`News ${one}`))
    await open()
    await readAll()
    await readAll()
    expect(gmail.mostAtOnce).toBeLessThanOrEqual(mailboxPace.atOnce)
    const fetched = gmail.asked.filter(path => /messages\/./.test(path))
    expect(fetched).toHaveLength(40)
    expect(new Set(fetched).size).toBe(40)
  })

  it('loses, doubles and removes nothing though Google refuses and fails, messages are moved, the history ends, and the process dies', async () => {
    const leadMail = (id: string) => gmail.deliver(MAYA, from({ id, subject: `Mail ${id}` }))
    const expected = new Set<string>()
    for (let one = 0; one < MANY; one++)
      if (one % 10 === 0) expected.add(leadMail(`lead-${one}`))
      else gmail.deliver(MAYA, other(`News ${one}`))
    leadMail('flash')
    gmail.fail(/messages\/flash/, 404)
    gmail.fail(/messages\/lead-0\b/, 500, 2)
    gmail.fail(/messages\/lead-50\b/, 429, 1, { reason: 'rateLimitExceeded', headers: { 'retry-after': '1' } })
    gmail.fail(/messages\/lead-70\b/, 403, 1, { reason: 'userRateLimitExceeded' })
    gmail.fail(/messages\?.*pageToken=500/, 503, 1)
    await open()
    const rounds = Math.ceil(MANY / 44)
    const at = (part: number) => Math.floor(rounds * part)
    for (let round = 0; round < rounds; round++) {
      if (round % 3 === 0) gmail.fail(/history|messages\?/, [500, 429, 503][(round / 3) % 3] ?? 500)
      if (round === at(0.2)) for (const id of ['lead-10', 'lead-20', 'lead-200']) gmail.move(MAYA, id, ['Label_7'])
      if (round === at(0.4)) for (const { provider_id } of await stored()) gmail.move(MAYA, provider_id, ['TRASH'])
      if (round === at(0.6)) gmail.expireHistory(MAYA)
      if (round === at(0.8)) for (let one = 0; one < 5; one++) expected.add(leadMail(`late-${one}`))
      await readAndDie()
    }
    await readFreely()
    for (const id of ['flash', 'lead-30', 'late-2']) {
      gmail.remove(MAYA, id)
      expected.delete(id)
    }
    await readAndDie()
    await readFreely()
    expect((await stored()).map(({ provider_id }) => provider_id).toSorted()).toEqual([...expected].toSorted())
    expect(await milestones()).toHaveLength(expected.size)
    const total = MANY + 5 - 2
    expect(await health()).toMatchObject({ state: 'healthy', total, here: total, failed: 0, with_leads: expected.size })
  }, 1_200_000)
})

describe('what happens in a mailbox from then on', () => {
  beforeEach(async () => {
    gmail.deliver(MAYA, from({ id: 'first', at: new Date(Date.now() - DAY) }))
    await open()
    await readAll()
  })

  it('is read from the history, each message once', async () => {
    const reply = from({ subject: 'Re: The house on Elm' })
    gmail.deliver(MAYA, { ...reply, id: 'reply' })
    await readAll()
    await readAll()
    expect(await stored()).toMatchObject([{ provider_id: 'first' }, { provider_id: 'reply' }])
    expect(await health()).toMatchObject({ total: 2, here: 2, state: 'healthy' })
    expect(gmail.asked.filter(path => path.endsWith('messages'))).toHaveLength(1)
  })

  it('is not lost when the history ended: the mailbox is listed anew, and nothing is read twice', async () => {
    gmail.deliver(MAYA, from({ id: 'missed', subject: 'Meanwhile' }))
    gmail.expireHistory(MAYA)
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['first', 'missed'])
    expect(gmail.asked.filter(path => path.endsWith('messages/first'))).toHaveLength(1)
    gmail.deliver(MAYA, from({ id: 'later' }))
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['first', 'missed', 'later'])
  })

  it('moves nothing and removes nothing when a message is moved, also into the bin', async () => {
    gmail.move(MAYA, 'first', ['Label_7'])
    gmail.move(MAYA, 'first', ['TRASH'])
    await readAll()
    gmail.expireHistory(MAYA)
    await readAll()
    expect(await stored()).toHaveLength(1)
    expect(await milestones()).toHaveLength(1)
  })

  it('finds a message that was taken for spam once somebody says that it is none', async () => {
    gmail.deliver(MAYA, from({ id: 'rescued', labels: ['SPAM'] }))
    await readAll()
    expect(await stored()).toHaveLength(1)
    gmail.move(MAYA, 'rescued', ['INBOX'])
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['first', 'rescued'])
  })

  it('removes what was deleted for good, and nothing else', async () => {
    gmail.deliver(MAYA, from({ id: 'second' }))
    await readAll()
    gmail.remove(MAYA, 'first')
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['second'])
    expect(await milestones()).toHaveLength(1)
    expect(await health()).toMatchObject({ total: 1, here: 1, state: 'healthy' })
  })

  it('drops a message that is gone before it could be read, and that one only', async () => {
    gmail.deliver(MAYA, from({ id: 'flash' }))
    gmail.deliver(MAYA, from({ id: 'stays' }))
    gmail.fail(/messages\/flash/, 404)
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['first', 'stays'])
    expect(await health()).toMatchObject({ total: 2, here: 2, state: 'healthy' })
  })

  it('waits as long as Google asks for, and goes on with what is left', async () => {
    gmail.deliver(MAYA, from({ id: 'next' }))
    gmail.fail(/history/, 429, 1, { reason: 'rateLimitExceeded', headers: { 'retry-after': '120' } })
    const at = await sync()
    expect(at?.getTime()).toBeGreaterThan(Date.now() + 100_000)
    expect(await health()).toMatchObject({ waits_until: expect.any(String), problem: expect.any(String) })
    await readAll()
    expect(await stored()).toHaveLength(2)
    expect(await health()).toMatchObject({ waits_until: null, problem: null })
  })

  it('names a message that cannot be read, and tries it again on request', async () => {
    gmail.deliver(MAYA, from({ id: 'broken' }))
    gmail.deliver(MAYA, other('Fine'))
    gmail.fail(/messages\/broken/, 500, mailboxPace.tries)
    await readAll()
    expect(await health()).toMatchObject({ state: 'gaps', total: 3, here: 2, failed: 1 })
    expect((await office.agent.post('mailbox/check')).http).toBe(200)
    await office.rows('UPDATE mailboxes SET syncing_until = NULL')
    await expect.poll(async () => (await health()).here, { timeout: 20_000 }).toBe(3)
  })

  it('stops when the access is ended, and goes on where it stopped', async () => {
    office.google.tokens.revoke(MAYA)
    gmail.deliver(MAYA, from({ id: 'during' }))
    await office.rows('UPDATE identity_credentials SET access_token = NULL')
    expect(await sync()).toBeNull()
    expect(await health()).toMatchObject({ state: 'off' })
    expect((await office.agent.get('google/account')).data).toMatchObject({ mail: 'revoked' })
    await office.connect('agent')
    await open()
    await readAll()
    expect((await stored()).map(({ provider_id }) => provider_id)).toEqual(['first', 'during'])
  })

  it('is not read for somebody who was deactivated', async () => {
    await office.rows('UPDATE users SET is_active = false WHERE id = $1', [user])
    const before = gmail.asked.length
    expect(await sync()).toBeNull()
    expect(gmail.asked).toHaveLength(before)
    await office.rows('UPDATE users SET is_active = true WHERE id = $1', [user])
  })

  it('is read by one process at a time', async () => {
    gmail.deliver(MAYA, from({ id: 'once' }))
    await Promise.all([sync(), sync(), sync()])
    await readAll()
    expect(gmail.asked.filter(path => path.endsWith('messages/once'))).toHaveLength(1)
  })
})

describe('an answer of a lead', () => {
  beforeEach(async () => {
    await open()
    await readAll()
  })
  const isDone = async () => (await office.rows('SELECT completed FROM tasks WHERE lead_id = $1', [lead]))[0]?.completed
  const contacted = async () =>
    (await office.rows('SELECT last_contacted_at FROM leads WHERE id = $1', [lead]))[0]?.last_contacted_at

  it('counts as a contact, and completes the task to write to them', async () => {
    await office.rows(
      `INSERT INTO tasks (lead_id, agent_id, task_type, subject, created_at)
       VALUES ($1, $2, 'manual_email', 'Write to Ada', now() - interval '1 hour')`,
      [lead, office.agentId('agent')],
    )
    gmail.deliver(MAYA, from())
    await readAll()
    expect(await isDone()).toBe(true)
    expect(await contacted()).not.toBeNull()
  })

  it('is news to their agent; that of a program is not', async () => {
    gmail.deliver(MAYA, from({ text: 'I am away.', headers: { 'Auto-Submitted': 'auto-replied' } }))
    gmail.deliver(MAYA, from())
    await readAll()
    expect(
      await office.rows('SELECT user_id, kind, body, path FROM notifications WHERE lead_id = $1', [lead]),
    ).toMatchObject([{ user_id: user, kind: 'email', body: 'Can we see it on Saturday?' }])
  })

  it('of a program is on the timeline as such, and settles nothing', async () => {
    await office.rows(
      `INSERT INTO tasks (lead_id, agent_id, task_type, subject, created_at)
       VALUES ($1, $2, 'manual_email', 'Write to Ada', now() - interval '1 hour')`,
      [lead, office.agentId('agent')],
    )
    gmail.deliver(MAYA, from({ text: 'I am away.', headers: { 'Auto-Submitted': 'auto-replied' } }))
    await readAll()
    expect(await isDone()).toBe(false)
    expect(await contacted()).toBeNull()
    expect(await milestones()).toMatchObject([{ option: null, description: 'Automatic reply: I am away.' }])
  })

  it('ends the campaigns that end with an answer; that of a program, and one from before, ends none', async () => {
    const step = { step_type: 'phone_call', name: 'First call' }
    const { data: campaign } = await office.agent.postJson('campaigns', {
      name: 'Follow-up',
      steps: [step, { ...step, delay_value: 2 }],
      stop_after_connection: true,
    })
    await office.agent.post(`lead/${lead}/campaigns/${campaign.id}`)
    const campaigns = async () => (await office.agent.get(`lead/${lead}`)).data.campaigns.length
    gmail.deliver(MAYA, from({ headers: { 'Auto-Submitted': 'auto-replied' } }))
    gmail.deliver(MAYA, from({ at: new Date(Date.now() - DAY) }))
    await readAll()
    expect(await campaigns()).toBe(1)
    gmail.deliver(MAYA, from({ subject: 'Re: Elm' }))
    await readAll()
    expect(await campaigns()).toBe(0)
  })

  it('in the mailboxes of two colleagues is one message', async () => {
    await office.connect('teamlead')
    const lina = office.userId('teamlead')
    await office.working.transaction(ctx => openMailbox(ctx, lina, 'teamlead@keyturn.test'))
    const headers = { 'Message-ID': '<same@people.test>' }
    gmail.deliver(MAYA, from({ headers }))
    gmail.deliver('teamlead@keyturn.test', from({ headers, to: `${MAYA}, teamlead@keyturn.test` }))
    await readAll()
    for (let round = 0; round < 5; round++) if ((await syncMailbox(office.working, lina)) === null) break
    expect(await stored()).toHaveLength(1)
  })

  it('is stored for leads that the owner of the mailbox may see, and for nobody else’s', async () => {
    await leadAt('newagent', `foreign${serial}@people.test`)
    gmail.deliver(MAYA, from({ from: `foreign${serial}@people.test` }))
    await readAll()
    expect(await stored()).toEqual([])
  })
})

describe('Google’s quota', () => {
  it('is taken by units, of the account and of the project, and given back with the time', async () => {
    const { unitsPerUser } = mailboxPace
    expect(await takeUnits(office.working, user, unitsPerUser)).toBe(0)
    const wait = await takeUnits(office.working, user, unitsPerUser / 2)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(30_000)
    // Another account has its own.
    expect(await takeUnits(office.working, office.userId('agent2'), 100)).toBe(0)
    await office.rows(`UPDATE google_quota SET at = at - interval '1 minute'`)
    expect(await takeUnits(office.working, user, unitsPerUser / 2)).toBe(0)
  })
})
