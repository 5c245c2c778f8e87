import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { composeEmail, defineEmail } from '../../platform/server/mail/compose.ts'
import { connectMail, MailError, type OutboundMail } from './client.ts'
import { type DemoMail, serveDemoMail, type TakenMail } from './fake.ts'
import { parseMail } from './parse.ts'

const template = defineEmail({
  name: 'greeting',
  subject: '{{subject}}',
  html: '<p>Hello <b>Ana</b></p>',
  text: 'Hello Ana',
})
const brand = { name: 'Keyturn', accent: '#2862d3', link: '#184db6', dark_link: '#89b2fe', logo: '' }
const about = (subject: string) => composeEmail(template, { subject }, brand)
const message: OutboundMail = {
  to: { name: 'Ana Ortiz', address: 'ana@people.test' },
  content: about('Bonjour à tous'),
  key: 'letter-1',
}
const from = { name: 'Keyturn', address: 'crm@keyturn.test' }

describe('mail that leaves', () => {
  const taken: TakenMail[] = []
  let server: DemoMail
  let isBroken = false
  beforeAll(async () => {
    server = await serveDemoMail({
      async onMail(mail) {
        if (isBroken) throw new Error('no room')
        taken.push(mail)
      },
    })
  })
  beforeEach(() => {
    taken.length = 0
    isBroken = false
  })
  afterAll(() => server.close())
  const client = () => connectMail({ url: server.url, from })
  const arrived = async () => parseMail(taken[0]?.source ?? Buffer.of())

  it('arrives over SMTP with both bodies, its attachments and its Message-ID', async () => {
    const content = Buffer.from([0, 1, 2, 255])
    const attachments = [{ filename: 'Été.pdf', type: 'application/pdf', content }]
    const sent = await client().send({ ...message, attachments, headers: { 'List-Unsubscribe': '<https://x.test/u>' } })
    expect(sent).toEqual({ message_id: '<letter-1@keyturn.test>', refused: [] })
    expect(taken).toMatchObject([{ from: 'crm@keyturn.test', to: ['ana@people.test'] }])
    expect(await arrived()).toMatchObject({
      message_id: '<letter-1@keyturn.test>',
      from: '"Keyturn" <crm@keyturn.test>',
      to: ['ana@people.test'],
      subject: 'Bonjour à tous',
      plain: 'Hello Ana\n',
      html: '<p>Hello <b>Ana</b></p>',
      attachments,
    })
  })

  it('says that an address has no mailbox, for good, without repeating the address', async () => {
    const error = await client()
      .send({ ...message, to: { address: 'nobody@people.test' } })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ isPermanent: true, status: '5.1.1' })
    expect(String(error)).not.toContain('@')
  })

  it('may be sent again when the mailbox is full, and when the server cannot keep it', async () => {
    await expect(client().send({ ...message, to: { address: 'full@people.test' } })).rejects.toMatchObject({
      isPermanent: false,
      status: '4.2.2',
    })
    isBroken = true
    await expect(client().send(message)).rejects.toMatchObject({ isPermanent: false, status: '4.3.0' })
  })

  it('reaches those whom the server takes, and names those whom it refuses', async () => {
    const to = ['ana', 'nobody', 'full'].map(name => ({ address: `${name}@people.test` }))
    const { refused } = await client().send({ ...message, to })
    expect(refused).toMatchObject([
      { address: 'nobody@people.test', error: { isPermanent: true } },
      { address: 'full@people.test', error: { isPermanent: false } },
    ])
    expect(taken).toMatchObject([{ to: ['ana@people.test'] }])
  })

  it('has no header that somebody smuggled into a name, a subject or an attachment', async () => {
    const evil = 'Hi\r\nBcc: everybody@people.test\r\n\r\nBody'
    await client().send({
      ...message,
      to: { name: evil, address: 'ana@people.test' },
      content: about(evil),
      attachments: [{ filename: evil, type: evil, content: Buffer.from('x') }],
    })
    const source = taken[0]?.source.toString() ?? ''
    expect(taken).toMatchObject([{ to: ['ana@people.test'] }])
    expect(source).not.toMatch(/^bcc:/im)
    expect((await arrived()).subject).toBe('Hi Bcc: everybody@people.test Body')
  })

  it.each([
    'ana@people.test\r\nRCPT TO:<all@people.test>',
    'ana@people.test, all@people.test',
    '<ana@people.test>',
    'ana',
  ])('is not sent to %j', async address => {
    await expect(client().send({ ...message, to: { address } })).rejects.toMatchObject({ isPermanent: true })
    expect(taken).toEqual([])
  })

  it('refuses a header with a second line, and a key that is none', async () => {
    await expect(client().send({ ...message, headers: { 'X-A': 'a\r\nBcc: b@c.test' } })).rejects.toThrow('one line')
    await expect(client().send({ ...message, headers: { 'X-A: b\r\nBcc': 'b@c.test' } })).rejects.toThrow('one line')
    await expect(client().send({ ...message, key: 'a>\r\nBcc: b' })).rejects.toThrow('key')
  })

  it('gives up on a server that never says a word, and on one that is not there', async () => {
    const held: Socket[] = []
    const silent = createServer(socket => void held.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const url = `smtp://127.0.0.1:${port}`
    await expect(connectMail({ url, from, timeoutMs: 100 }).send(message)).rejects.toMatchObject({
      isPermanent: false,
      message: 'The mail server did not answer in time.',
    })
    for (const socket of held) socket.destroy()
    silent.close()
    await once(silent, 'close')
    await expect(connectMail({ url, from }).send(message)).rejects.toMatchObject({ isPermanent: false })
  })

  it('tries again later where something else answers in the place of a mail server', async () => {
    const other = createServer(socket => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    await expect(connectMail({ url, from, timeoutMs: 500 }).send(message)).rejects.toMatchObject({
      isPermanent: false,
      isUncertain: false,
    })
    other.close()
  })

  it('says that nobody knows when the connection breaks after the last byte and before the answer, and only then', async () => {
    /** Takes a message by the book until it drops the line: before the message, or at its end. */
    const drops = async (when: 'before the message' | 'at its end') => {
      const server = createServer(socket => {
        let isMessage = false
        socket.write('220 here\r\n')
        socket.on('error', () => {})
        socket.on('data', data => {
          if (isMessage) return String(data).endsWith('\r\n.\r\n') && void socket.destroy()
          isMessage = String(data).startsWith('DATA')
          if (isMessage && when === 'before the message') return void socket.destroy()
          return void socket.write(`${isMessage ? '354 go on' : '250 ok'}\r\n`)
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
      const failure = await connectMail({ url, from })
        .send(message)
        .catch(error => error)
      server.close()
      return failure
    }
    expect(await drops('at its end')).toMatchObject({ isUncertain: true, isPermanent: false })
    expect(await drops('before the message')).toMatchObject({ isUncertain: false, isPermanent: false })
  })
})
