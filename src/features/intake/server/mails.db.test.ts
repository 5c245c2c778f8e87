import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { leadMails } from '../../../testing/intake/corpus.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestAnswer } from '../../../testing/server.ts'
import type { EventsAtWork } from './commands/deal.ts'
import { climb } from './commands/ladder.ts'
import { tryToRead } from './commands/mails.ts'
import { parseMail } from './remote.ts'

const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '').slice(-10)

describe('the corpus of lead e-mails', () => {
  it('is read to 95 % at least, and never as the wrong person', async () => {
    const wrong: string[] = []
    const unread: string[] = []
    for (const { name, raw, expected } of leadMails) {
      const read = await climb(await parseMail(raw), async () => null)
      if (!read) {
        if (expected) unread.push(name)
        continue
      }
      const { fields } = read
      const found = [fields.first_name, fields.last_name, fields.email, digits(fields.phone), fields.mls_number]
      const right = expected && [expected.first_name, expected.last_name, expected.email, expected.phone, expected.mls]
      if (JSON.stringify(found) !== JSON.stringify(right)) wrong.push(`${name}: ${JSON.stringify(found)}`)
    }
    expect(wrong).toEqual([])
    expect(leadMails.length).toBeGreaterThanOrEqual(60)
    const readable = leadMails.filter(({ expected }) => expected !== null)
    expect([unread, (readable.length - unread.length) / readable.length >= 0.95]).toEqual([unread, true])
  })
})

describe('lead e-mails that come in', () => {
  let office: TestOffice
  let key: string
  beforeAll(async () => {
    office = await openTestOffice()
    const made = await office.admin.postJson('intake/sources', {
      kind: 'mailbox',
      name: 'Portals',
      address: 'leads@in.keyturn.test',
    })
    key = made.data.key
  }, 60_000)
  afterAll(() => office.server.close())

  async function deliver(raw: Buffer | string, by = key): Promise<TestAnswer> {
    const body = Buffer.from(raw)
    const response = await office.server.signedOut.raw('hooks/mail/inbound', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'message/rfc822',
        'x-intake-key': key,
        'x-intake-signature': createHmac('sha256', by).update(body).digest('hex'),
      },
    })
    return { ...(await response.json()), http: response.status, headers: response.headers }
  }
  const scout = (text: string, at: number) =>
    `From: Scout <notify@scout.test>\r\nSubject: Enquiry for E99612${at}\r\nDate: Thu, 19 Nov 2026 14:5${at}:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`
  const unread = async () => (await office.admin.get('intake/mails', { state: 'unread' })).data.data

  it('are all kept, each once', async () => {
    for (const { raw } of leadMails.filter(({ raw }) => raw.length > 0)) expect((await deliver(raw)).http).toBe(200)
    const [mail] = leadMails
    if (mail) expect((await deliver(mail.raw)).http).toBe(200)
    const [kept] = await office.rows('SELECT count(*)::int AS count FROM intake_mails')
    expect(kept?.count).toBe(leadMails.length - 1)
    // The same four people wrote all of them.
    const leads = await office.rows(`SELECT email FROM leads WHERE source = 'Portals' ORDER BY email`)
    expect(leads.map(row => row.email)).toEqual([
      'amrit@mail.test',
      'danielle.ouellette@mail.test',
      'elise.lefevre@courriel.test',
      'piotr.z@mail.test',
    ])
    expect(await unread()).toHaveLength(3)
  }, 60_000)

  it('are refused without the signature of the mailbox', async () => {
    expect((await deliver('From: x@y.test\r\n\r\nName: A', 'another key')).http).toBe(403)
  })

  it('are read by what a person marked in one of them, tried on the others first, and replayed', async () => {
    const bodies = [
      'Hi Maya,\n\nProspect is Ana Silva\nReach at: ana@mail.test or 416 555 0171 (evenings)\n\n“Is the basement legal?\nWe come on Sunday.”',
      'Hi Maya,\n\nProspect is Ben Okafor\nReach at: ben@mail.test or 647 555 0111 (mornings)\n\n“When can we come?”',
      'Hi Maya,\n\nProspect is Cleo Marsh\nReach at: cleo@mail.test\n\n“Hello”',
    ]
    for (const [at, body] of bodies.entries()) await deliver(scout(body, at))
    const waiting = (await unread()).filter((mail: { sender: string }) => mail.sender === 'notify@scout.test')
    expect(waiting).toHaveLength(3)
    const { data: mail } = await office.admin.get(`intake/mails/${waiting[2].id}`)
    const mark = (field: string, text: string, part = 'text') => {
      const start = mail[part].indexOf(text)
      return { field, part, start, end: start + text.length }
    }
    const marks = [
      mark('first_name', 'Ana'),
      mark('last_name', 'Silva'),
      mark('email', 'ana@mail.test'),
      mark('phone', '416 555 0171'),
      mark('message', 'Is the basement legal?\nWe come on Sunday.'),
      mark('mls_number', 'E996120', 'subject'),
    ]
    const tried = await office.admin.postJson(`intake/mails/${mail.id}/try`, { marks })
    expect(tried.data).toMatchObject({ sender: 'notify@scout.test', read: 3, total: 3, waiting: 3 })
    expect(tried.data.mails.map((each: { name: string; missing: string }) => [each.name, each.missing])).toEqual([
      ['Cleo Marsh', 'No phone in this mail'],
      ['Ben Okafor', null],
      ['Ana Silva', null],
    ])
    expect((await office.admin.postJson(`intake/mails/${mail.id}/reader`, { marks })).data).toEqual({ read: 3 })
    const leads = await office.rows(
      `SELECT first_name, last_name, phone, source FROM leads WHERE email LIKE '%@mail.test' AND first_name IN ('Ana', 'Ben', 'Cleo') ORDER BY first_name`,
    )
    expect(leads).toEqual([
      { first_name: 'Ana', last_name: 'Silva', phone: '+14165550171', source: 'Portals' },
      { first_name: 'Ben', last_name: 'Okafor', phone: '+16475550111', source: 'Portals' },
      { first_name: 'Cleo', last_name: 'Marsh', phone: null, source: 'Portals' },
    ])
    await deliver(scout('Hi,\n\nProspect is Dan Poe\nReach at: dan@mail.test\n', 7))
    expect(await office.rows(`SELECT id FROM leads WHERE email = 'dan@mail.test'`)).toHaveLength(1)
  })

  it('are replayed by the saved reader alone, each by itself', async () => {
    const from = (name: string, at: number) => `Client: ${name} / ${name.toLowerCase()}@nook.test / end ${at}`
    for (const [at, name] of ['Ines', 'Jon', 'Kay'].entries())
      await deliver(scout(from(name, at), at).replaceAll('scout', 'nook'))
    // Read by its labels as soon as anything but the saved reader looks at it.
    await deliver(scout('Name: Lou Reyes\nEmail: lou@nook.test', 3).replaceAll('scout', 'nook'))
    await office.rows(`DELETE FROM leads WHERE email = 'lou@nook.test'`)
    await office.rows(`UPDATE intake_mails SET state = 'unread' WHERE text LIKE '%lou@nook.test%'`)
    const waiting = (await unread()).filter((mail: { sender: string }) => mail.sender === 'notify@nook.test')
    expect(waiting).toHaveLength(4)
    const { data: mail } = await office.admin.get(`intake/mails/${waiting[3].id}`)
    const mark = (field: string, text: string) => {
      const start = mail.text.indexOf(text)
      return { field, part: 'text', start, end: start + text.length }
    }
    const marks = [mark('first_name', 'Ines'), mark('email', 'ines@nook.test')]
    expect((await office.admin.postJson(`intake/mails/${mail.id}/try`, { marks })).data).toMatchObject({ waiting: 3 })
    await office.rows(`ALTER TABLE leads ADD CONSTRAINT no_jon CHECK (email <> 'jon@nook.test')`)
    expect((await office.admin.postJson(`intake/mails/${mail.id}/reader`, { marks })).data).toEqual({ read: 2 })
    await office.rows('ALTER TABLE leads DROP CONSTRAINT no_jon')
    const leads = await office.rows(`SELECT first_name FROM leads WHERE email LIKE '%@nook.test' ORDER BY id`)
    expect(leads.map(row => row.first_name)).toEqual(['Ines', 'Kay'])
    expect((await office.admin.post('intake/mails/replay')).data.read).toBe(2)
  })

  it('become a lead by hand, or are put aside', async () => {
    await deliver(scout('Somebody called Eva rang about the house.', 8))
    const [mail] = await unread()
    expect((await office.admin.postJson(`intake/mails/${mail.id}/lead`, { first_name: 'Eva' })).http).toBe(422)
    const made = await office.admin.postJson(`intake/mails/${mail.id}/lead`, {
      first_name: 'Eva',
      phone: '416 555 0177',
    })
    expect(made.data).toMatchObject({ state: 'read', read_by: 'hand', lead: { first_name: 'Eva' } })
    expect((await office.admin.post(`intake/mails/${mail.id}/ignore`)).http).toBe(409)
  })

  it('wait for a person when the signature of the sender is forged', async () => {
    const forged = `Authentication-Results: mx.keyturn.test; dkim=fail header.d=scout.test\r\n${scout('Name: Fay Wu\nEmail: fay@mail.test', 9)}`
    await deliver(forged)
    const [mail] = await unread()
    expect((await office.admin.get(`intake/mails/${mail.id}`)).data).toMatchObject({
      problem: 'Not signed by scout.test.',
      has_bad_signature: true,
    })
    expect(await office.rows(`SELECT id FROM leads WHERE email = 'fay@mail.test'`)).toEqual([])
  })

  describe('that breaks the readers', () => {
    const waiting = async () => {
      const [row] = await office.rows(
        `INSERT INTO intake_mails (source_id, digest, raw, received_at, state)
         SELECT id, sha256(gen_random_uuid()::text::bytea), 'Name: Gus Hill', now(), 'waiting' FROM intake_sources RETURNING id`,
      )
      return Number(row?.id)
    }
    const stateOf = async (id: number) =>
      (await office.rows('SELECT state, problem FROM intake_mails WHERE id = $1', [id]))[0]
    const work = (isBroken: boolean): EventsAtWork => ({
      log: { error: () => undefined },
      transaction: (name, run) =>
        isBroken && name === 'intake.read'
          ? Promise.reject(new Error('The mail is poisonous.'))
          : adminAtWork(office.server.database, office.userId('admin')).writing(run),
    })

    it('waits for a person after three tries', async () => {
      const id = await waiting()
      await tryToRead(work(true), id)
      await tryToRead(work(true), id)
      expect(await stateOf(id)).toEqual({ state: 'waiting', problem: null })
      await tryToRead(work(true), id)
      expect(await stateOf(id)).toEqual({ state: 'unread', problem: 'Reading this mail failed.' })
    })

    it('is not opened again when the process died over it each time', async () => {
      const id = await waiting()
      await office.rows('UPDATE intake_mails SET tries = 3 WHERE id = $1', [id])
      await tryToRead(work(false), id)
      expect(await stateOf(id)).toEqual({ state: 'unread', problem: 'Reading this mail failed.' })
    })
  })
})
