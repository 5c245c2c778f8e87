import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMail } from '../src/integrations/mail/client.ts'
import { freePort } from '../src/platform/server/embedded/server.ts'
import { composeEmail, defineEmail } from '../src/platform/server/mail/compose.ts'
import { emailBrand } from '../src/product/brand/emailBrand.ts'
import { testConfig } from '../src/testing/config.ts'
import { newFolder, type Program, startProgram } from './programs.ts'

let dovecot: Program
let imap: number
let smtp: SMTPServer
let smtpPort: number
beforeAll(async () => {
  const folder = await newFolder('dovecot')
  await chmod(folder, 0o777)
  const mail = join(folder, 'mail')
  for (const name of ['cur', 'new', 'tmp']) await mkdir(join(mail, name), { recursive: true })
  for (const name of ['', 'cur', 'new', 'tmp']) await chmod(join(mail, name), 0o777)
  imap = await freePort()
  await writeFile(join(folder, 'users'), 'zoe:{PLAIN}secret\n')
  await writeFile(join(folder, 'dovecot.conf'), settingsOf(folder, imap))
  dovecot = await startProgram(['dovecot', '-F', '-c', join(folder, 'dovecot.conf')], { folder, port: imap })
  smtpPort = await freePort()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      // A maildir takes a message by the move into it, so that nobody reads half of one.
      const name = `${Date.now()}.${Math.random()}.peer`
      await writeFile(join(mail, 'tmp', name), await buffer(stream), { mode: 0o666 })
      await rename(join(mail, 'tmp', name), join(mail, 'new', name))
      done()
    },
  })
  await new Promise<void>(resolve => smtp.listen(smtpPort, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise<void>(resolve => smtp.close(resolve))
  await dovecot?.stop()
})

/** For Dovecot 2.3, as Debian 12 and Ubuntu 24.04 have it. */
const settingsOf = (folder: string, port: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

/** Speaks IMAP: sends each command and answers all that came. */
function talk(port: number, commands: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    let next = 0
    socket
      .setEncoding('latin1')
      .on('error', reject)
      .on('end', () => resolve(said))
    socket.on('data', (data: string) => {
      said += data
      const isReady = next === 0 ? said.includes('* OK') : new RegExp(`^a${next} (OK|NO|BAD).*\\r\\n`, 'm').test(said)
      const command = commands[next]
      if (!isReady) return
      if (command === undefined) return void socket.end()
      next++
      socket.write(`a${next} ${command}\r\n`)
    })
  })
}

async function firstMail(): Promise<ParsedMail | null> {
  const said = await talk(imap, ['LOGIN zoe secret', 'SELECT INBOX', 'FETCH 1 BODY[]', 'LOGOUT'])
  const [, size, rest] = /BODY\[\] \{(\d+)\}\r\n([\s\S]*)/.exec(said) ?? []
  return size && rest ? simpleParser(Buffer.from(rest.slice(0, Number(size)), 'latin1')) : null
}

it('Dovecot holds what was handed over by SMTP, whole and readable', async () => {
  const template = defineEmail<Record<string, string>>({
    name: 'message',
    subject: 'Bonjour, Zoé',
    html: '<p>Les clés sont à vous – 38 Stadium Rd</p>',
    text: 'Les clés sont à vous – 38 Stadium Rd',
  })
  const content = composeEmail(template, {}, emailBrand(testConfig(), 'https://keyturn.test'))
  const server = connectMail({
    url: `smtp://127.0.0.1:${smtpPort}`,
    from: { name: 'Ana', address: 'ana@keyturn.test' },
  })
  const { message_id } = await server.send({
    to: { name: 'Zoé', address: 'zoe@people.test' },
    content,
    key: 'email-77',
    headers: { 'List-Unsubscribe': '<https://keyturn.test/u>' },
  })
  await expect.poll(firstMail).toMatchObject({ messageId: message_id, subject: 'Bonjour, Zoé' })
  const mail = await firstMail()
  expect(mail?.text).toContain('Les clés sont à vous – 38 Stadium Rd')
  expect(mail?.headers.get('list')).toMatchObject({ unsubscribe: { url: 'https://keyturn.test/u' } })
})
