import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startReporting } from './http/reporting.ts'
import { errorWithoutData } from './logs.ts'

const refused = Object.assign(new Error('invalid input syntax for type integer: "Ada Obi"'), {
  code: '22P02',
  detail: 'Key (email)=(ada.obi@people.test) already exists.',
})
const failed = new Error('550 <ada.obi@people.test>, +1 (416) 555-0134:\nno such mailbox', { cause: refused })

it('keeps people out of what the log says of an error, its causes and its trace', () => {
  const said = JSON.stringify(errorWithoutData(failed))
  expect(said).toContain('550 <[address]>, [number]')
  expect(said).toContain('invalid input syntax for type integer: …')
  expect(said).toContain('logs.test.ts')
  expect(said).not.toMatch(/ada|555|Obi/i)
})

it('keeps people out of what is sent to the error tracker', async () => {
  const sent: string[] = []
  const tracker = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    sent.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    response.end('{}')
  })
  await new Promise<void>(done => tracker.listen(0, '127.0.0.1', done))
  const { port } = tracker.address() as AddressInfo
  const sentryDsn = `http://key@127.0.0.1:${port}/1`
  const reporter = await startReporting({ stage: 'production', sentryDsn }, pino({ level: 'silent' }))
  reporter.report(failed, { user_id: 7, call: 'leads.create', reference: 'r-1' })
  await reporter.flush()
  tracker.close()
  const said = sent.join('\n')
  expect(said).toContain('550 <[address]>, [number]')
  expect(said).toContain('leads.create')
  expect(said).not.toMatch(/ada\.obi|555-0134|Ada Obi/)
})
