import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serveFakeClamd } from '../../integrations/clamav/fake.ts'
import { serveFakeDotloop } from '../../integrations/dotloop/fake.ts'
import { serveFakeFacebook } from '../../integrations/facebook/fake.ts'
import { serveFakeGoogle } from '../../integrations/google/fake.ts'
import { serveFakeLoneWolf } from '../../integrations/lone-wolf/fake.ts'
import { serveDemoMail } from '../../integrations/mail/fake.ts'
import { serveFakeDns } from '../../integrations/mail/sender/fake.ts'
import { serveDemoMls } from '../../integrations/mls/fake.ts'
import { serveDemoOneSignal } from '../../integrations/onesignal/fake.ts'
import { serveFakeTelephoneSystem } from '../../integrations/sip/fake.ts'
import { serveDemoTwilio } from '../../integrations/twilio/fake.ts'
import { recordBackup } from '../../platform/server/checkup/machine.ts'
import { type Database, openDatabase } from '../../platform/server/database/database.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { judgeMailServer } from './mail.ts'
import { errorsIn, jsonOf, reportOf } from './report.ts'
import { examineInstallation } from './run.ts'

const SECRET = 'vR8#kd02-Lq7zP1x!mTn5BwE4sJ6hYc9'
const NOBODY = 'http://127.0.0.1:9'

let dataDir: string
let database: Database
let drop: () => Promise<void>
let issuer: Server
let production: Record<string, string>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keyturn-doctor-'))
  const made = await createTestDatabase()
  drop = made.drop
  database = openDatabase(made.url, { connections: 2 })
  issuer = createServer((_request, response) => {
    const url = urlOf(issuer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` }))
  })
  await new Promise<void>(resolve => issuer.listen(0, '127.0.0.1', resolve))
  production = {
    KEYTURN_MODE: 'production',
    KEYTURN_DATA: dataDir,
    KEYTURN_SECRET: SECRET,
    KEYTURN_PUBLIC_URL: 'http://localhost:1',
    DATABASE_URL: made.url,
    IDENTITY_ISSUER: urlOf(issuer),
    IDENTITY_CLIENT_ID: 'keyturn',
    IDENTITY_CLIENT_SECRET: 'shh-identity',
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Bay Street <crm@baystreet.test>',
    KEYTURN_DNS_SERVERS: (
      await kept(serveFakeDns(name => (name === '_dmarc.baystreet.test' ? ['v=DMARC1; p=reject'] : undefined)))
    ).address,
  }
})
const late: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  for (const close of late) await close()
  issuer.closeAllConnections()
  issuer.close()
  await database.close()
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function kept<Peer extends { close(): Promise<unknown> }>(starting: Promise<Peer>): Promise<Peer> {
  const peer = await starting
  late.push(() => peer.close())
  return peer
}

async function started<Peer extends { close(): Promise<unknown> }>(starting: Promise<Peer>): Promise<Peer> {
  const peer = await starting
  closing.push(() => peer.close())
  return peer
}

/** What each check says of an installation. */
async function checks(more: Record<string, string> = {}) {
  const findings = await examineInstallation({ ...production, ...more })
  return new Map(findings.map(finding => [finding.check, finding]))
}
const stateOf = async (check: string, more: Record<string, string> = {}) => (await checks(more)).get(check)?.state

describe('npm run doctor', () => {
  it('is content with what is well, and names what is not set up', async () => {
    const mail = await started(serveDemoMail({ onMail: async () => {} }))
    await recordBackup(dataDir, new Date())
    const found = await checks({ MAIL_URL: mail.url })
    for (const check of ['Node.js', 'Configuration', 'Disk', 'Database', 'Migrations', 'Clock', 'Files', 'Mail server'])
      expect(found.get(check), check).toMatchObject({ state: 'ok', mend: null })
    for (const check of ['Backup', 'Accounts', 'Sending', 'Sender: DMARC', 'Failed jobs'])
      expect(found.get(check), check).toMatchObject({ state: 'ok' })
    expect(found.get('Not set up')?.said).toContain('Dotloop')
  })

  it('stops at a configuration that cannot be read, and names each variable', async () => {
    const findings = await examineInstallation({ ...production, KEYTURN_SECRET: 'short', PORT: '80', MAIL_FROM: '' })
    expect(findings.filter(({ state }) => state === 'error').map(({ said }) => said)).toEqual([
      expect.stringContaining('KEYTURN_SECRET'),
      expect.stringContaining('MAIL_FROM'),
    ])
  })

  it('finds a database that does not answer, and one whose password is wrong', async () => {
    expect(await stateOf('Database', { DATABASE_URL: 'postgres://keyturn:geheim@127.0.0.1:9/keyturn' })).toBe('error')
    const elsewhere = new URL(production.DATABASE_URL ?? '')
    elsewhere.pathname = '/nowhere'
    const found = (await checks({ DATABASE_URL: elsewhere.href })).get('Database')
    expect(found).toMatchObject({ state: 'error', said: expect.stringContaining('does not exist') })
  })

  it('says that the embedded database is made at the first start, and makes none', async () => {
    const found = await checks({ DATABASE_URL: '' })
    expect(found.get('Database')).toMatchObject({ state: 'ok', said: expect.stringContaining('first start') })
  })

  it('finds a database that is newer or older than the code', async () => {
    const { pool } = database
    await pool.query("INSERT INTO migrations (number, name) VALUES (209901010000, 'of_the_future')")
    expect((await checks()).get('Migrations')).toMatchObject({ state: 'error', said: /of_the_future/ })
    await pool.query('DELETE FROM migrations WHERE number = 209901010000')
    const { rows } = await pool.query(
      'DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations) RETURNING *',
    )
    expect(await stateOf('Migrations')).toBe('warning')
    await pool.query('INSERT INTO migrations (number, name, run_at) VALUES ($1, $2, $3)', Object.values(rows[0]))
    expect(await stateOf('Migrations')).toBe('ok')
  })

  it('finds that nobody runs jobs, and jobs that were given up', async () => {
    const { pool } = database
    await pool.query("UPDATE pgboss.version SET cron_on = now() - interval '3 hours'")
    expect((await checks()).get('Jobs')).toMatchObject({ state: 'error', said: expect.stringContaining('3 hours') })
    await pool.query('UPDATE pgboss.version SET cron_on = now()')
    expect(await stateOf('Jobs')).toBe('ok')
    await pool.query(
      `INSERT INTO pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
       VALUES ('try-out', 'standard', 0, 0, false, 60, 60, 60, false, 'job_common') ON CONFLICT DO NOTHING`,
    )
    await pool.query("INSERT INTO pgboss.job (name, state, completed_on) VALUES ('try-out', 'failed', now())")
    expect((await checks()).get('Failed jobs')).toMatchObject({ state: 'warning', said: /try-out \(1\)/ })
    await pool.query("DELETE FROM pgboss.job WHERE name = 'try-out'")
  })

  it('hears from features: sending is paused, the do-not-call list is old', async () => {
    const { pool } = database
    expect(await stateOf('Do-not-call list')).toBe('warning')
    await pool.query("INSERT INTO sending_pauses (reason) VALUES ('restored')")
    expect(await stateOf('Sending')).toBe('warning')
    await pool.query('DELETE FROM sending_pauses')
    const days = (ago: number) => `now()::date - ${ago}`
    await pool.query(
      `INSERT INTO do_not_call_lists (file_name, file_size, obtained_on, state, numbers, area_codes, created_at, finished_at)
       VALUES ('list.txt', 1, ${days(2)}, 'in_force', 1, '{416}', now(), now())`,
    )
    expect(await stateOf('Do-not-call list')).toBe('ok')
    await pool.query(`UPDATE do_not_call_lists SET obtained_on = ${days(29)}`)
    expect(await stateOf('Do-not-call list')).toBe('warning')
    await pool.query(`UPDATE do_not_call_lists SET obtained_on = ${days(40)}`)
    expect(await stateOf('Do-not-call list')).toBe('error')
  })

  it('finds files that cannot be stored', async () => {
    expect(await stateOf('Files', { KEYTURN_DATA: '/proc/keyturn' })).toBe('error')
    expect(
      await stateOf('Files', {
        FILES_S3_BUCKET: 'keyturn',
        FILES_S3_ENDPOINT: urlOf(issuer),
        FILES_S3_ACCESS_KEY: 'a',
        FILES_S3_SECRET_KEY: 'b',
      }),
    ).toBe('error')
  })

  it('finds a mail server that is away, distrusted, or refuses the password', async () => {
    expect(await stateOf('Mail server')).toBe('error')
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Wrong')),
    })
    const listening = server.listen(0, '127.0.0.1')
    await new Promise(resolve => listening.once('listening', resolve))
    closing.push(() => new Promise(resolve => server.close(() => resolve(null))))
    const { port } = listening.address() as AddressInfo
    const distrusted = (await checks({ MAIL_URL: `smtp://127.0.0.1:${port}` })).get('Mail server')
    expect(distrusted).toMatchObject({ state: 'error', said: expect.stringContaining('certificate') })
    const refused = (await checks({ MAIL_URL: `smtp://me:geheim@127.0.0.1:${port}?ignoreTLS=true` })).get('Mail server')
    expect(refused).toMatchObject({ state: 'error', said: expect.stringContaining('refused the user or password') })
  })

  it('warns of a certificate that ends soon, and of a connection that everybody reads', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const server = { host: 'smtp.example.com', problem: null }
    const until = (day: string) => judgeMailServer({ ...server, certifiedUntil: new Date(day) }, now)
    expect(until('2027-02-01')).toMatchObject({ state: 'ok' })
    expect(until('2026-11-25')).toMatchObject({ state: 'warning', said: expect.stringContaining('3 days') })
    expect(judgeMailServer({ ...server, certifiedUntil: null }, now)).toMatchObject({ state: 'warning' })
  })

  it('warns of a sender without records, with what to put', async () => {
    const spf = (await checks()).get('Sender: SPF')
    expect(spf).toMatchObject({ state: 'warning', mend: expect.stringContaining('baystreet.test TXT "v=spf1') })
  })

  it('asks each provider that is set up', async () => {
    const [twilio, dotloop, google, loneWolf, facebook, mls, clamd, sip, app] = await Promise.all([
      started(serveDemoTwilio()),
      started(serveFakeDotloop({ accounts: () => [] })),
      started(serveFakeGoogle()),
      started(serveFakeLoneWolf()),
      started(serveFakeFacebook()),
      started(serveDemoMls({ token: 'right', properties: () => [] })),
      started(serveFakeClamd()),
      started(serveFakeTelephoneSystem({ domain: 'pbx.test', passwordOf: () => null })),
      started(serveDemoOneSignal()),
    ])
    const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
    const given: Record<string, string> = {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_TEXTS_FROM: textsFrom,
      TWILIO_API_URL: apiUrl ?? '',
      DOTLOOP_CLIENT_ID: dotloop.service.clientId,
      DOTLOOP_CLIENT_SECRET: dotloop.service.clientSecret,
      DOTLOOP_AUTH_URL: dotloop.service.tokenUrl,
      DOTLOOP_API_URL: dotloop.service.apiUrl,
      GOOGLE_API_URL: google.url,
      IDENTITY_CLIENT_ID: google.service.clientId,
      IDENTITY_CLIENT_SECRET: google.service.clientSecret,
      LONE_WOLF_URL: loneWolf.url,
      LONE_WOLF_KEY: loneWolf.key,
      LONE_WOLF_SECRET: loneWolf.secret,
      LONE_WOLF_CLIENT_CODE: loneWolf.clientCode,
      FACEBOOK_GRAPH_URL: facebook.url,
      FACEBOOK_APP_SECRET: facebook.secret,
      FACEBOOK_PAGE_TOKEN: facebook.token,
      MLS_URL: mls.url,
      MLS_TOKEN: 'right',
      CLAMD_ADDRESS: clamd.address,
      SIP_WS_URL: sip.url,
      ONESIGNAL_APP_ID: app.app.appId,
      ONESIGNAL_API_KEY: app.app.apiKey,
      ONESIGNAL_API_URL: app.app.apiUrl ?? '',
    }
    const asked = [
      ...['Google', 'Texts (Twilio)', 'Calls (SIP)', 'Listing feed (MLS)', 'Dotloop', 'Lone Wolf', 'Facebook'],
      ...['Native app (OneSignal)', 'Virus scanner'],
    ]
    const found = await checks(given)
    for (const check of asked) expect(found.get(check), check).toMatchObject({ state: 'ok' })
    sip.setReachable(false)
    const faulty = await checks({
      ...given,
      TWILIO_AUTH_TOKEN: 'wrong',
      DOTLOOP_CLIENT_SECRET: 'wrong',
      LONE_WOLF_SECRET: 'wrong',
      MLS_TOKEN: 'wrong',
      ...{
        GOOGLE_API_URL: NOBODY,
        FACEBOOK_PAGE_TOKEN: 'wrong',
        ONESIGNAL_API_KEY: 'wrong',
        CLAMD_ADDRESS: 'tcp://127.0.0.1:9',
      },
      IDENTITY_ISSUER: NOBODY,
    })
    for (const check of [...asked, 'Sign-in'])
      expect(faulty.get(check), check).toMatchObject({ state: 'error', mend: expect.stringContaining('Look ') })
  })

  it('prints a line for each check with what to do below it, and no secrets', async () => {
    const findings = await examineInstallation({
      ...production,
      MAIL_URL: 'smtp://user:geheim@127.0.0.1:9',
      DATABASE_URL: 'postgres://keyturn:geheim@127.0.0.1:9/keyturn',
    })
    const text = reportOf(findings)
    expect(text).toMatch(/^error {4}Mail server +127\.0\.0\.1: /m)
    expect(text).toMatch(/^ {9}→ Look at MAIL_URL/m)
    expect(text).toMatch(/\d errors, \d warnings?, \d+ ok\.\n$/)
    expect(errorsIn(findings)).toBeGreaterThan(1)
    expect(JSON.parse(jsonOf(findings))).toMatchObject({ is_well: false, findings: expect.any(Array) })
    for (const secret of ['geheim', SECRET, 'shh-identity', 'crm@baystreet.test']) expect(text).not.toContain(secret)
  })
})
