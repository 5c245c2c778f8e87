import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply } from 'fastify'
import type { VoiceAccount } from './config.ts'
import type { LoopbackLine } from './fakeLine.ts'

type Asked = Readonly<Record<string, string | undefined>>

/**
 * The API of what stands in for the provider, as far as the product asks it: legs that are moved and ended, colleagues who are rung, and
 * recordings. Only with the key of the account.
 */
export async function serveVoiceApi(
  line: LoopbackLine,
  { accountSid, apiKey, apiSecret, applicationSid }: VoiceAccount,
): Promise<{ apiUrl: string; close(): Promise<void> }> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  await app.register(formbody)
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== authorization) await refuse(reply, 401, 20003, 'Authenticate')
  })
  const base = `/2010-04-01/Accounts/${accountSid}`
  const sidOf = (request: { params: unknown }) => (request.params as { sid: string }).sid.replace(/\.(json|mp3)$/, '')
  const over = (reply: FastifyReply) => refuse(reply, 400, 21220, 'Call is not in-progress.')

  app.get(`${base}/Applications/:sid`, async (request, reply) =>
    sidOf(request) === applicationSid
      ? { sid: applicationSid, account_sid: accountSid, voice_url: 'https://crm.keyturn.test/crm/hooks/twilio/voice' }
      : refuse(reply, 404, 20404, 'The requested resource was not found'),
  )
  app.post(`${base}/Calls.json`, async (request, reply) => {
    const { To: to = '', From: from = '', Url: url = '', Timeout } = request.body as Asked
    if (!to.startsWith('client:')) return refuse(reply, 400, 21211, `The 'To' ${to} is not valid.`)
    const sid = line.ring(to, { from, url, seconds: Number(Timeout) || 60 })
    return reply.code(201).send({ sid, account_sid: accountSid, to, from, status: 'queued' })
  })
  app.post(`${base}/Calls/:sid`, async (request, reply) => {
    const sid = sidOf(request)
    const { Url: url, Status: status } = request.body as Asked
    const isDone = status === 'completed' ? await line.endLeg(sid) : await line.redirect(sid, url ?? '')
    return isDone ? reply.send({ sid, account_sid: accountSid, status: status ?? 'in-progress' }) : over(reply)
  })
  app.post(`${base}/Calls/:sid/Recordings.json`, async (request, reply) => {
    const { RecordingStatusCallback: hook = '' } = request.body as Asked
    const sid = await line.record(sidOf(request), hook)
    return sid === null ? over(reply) : reply.code(201).send({ sid, account_sid: accountSid, status: 'in-progress' })
  })
  app.post(`${base}/Calls/:call/Recordings/:sid`, async (request, reply) => {
    const sid = sidOf(request)
    const { Status: status = '' } = request.body as Asked
    return (await line.setRecording(sid, status)) ? reply.send({ sid, status }) : over(reply)
  })
  app.get(`${base}/Recordings/:sid`, async (request, reply) => {
    const seconds = line.soundOf(sidOf(request))
    if (seconds === null) return refuse(reply, 404, 20404, 'The requested resource was not found')
    return reply.type('audio/wav').send(tone(seconds))
  })
  app.delete(`${base}/Recordings/:sid`, async (request, reply) =>
    line.removeSound(sidOf(request))
      ? reply.code(204).send()
      : refuse(reply, 404, 20404, 'The requested resource was not found'),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { apiUrl: `http://127.0.0.1:${port}`, close: () => app.close() }
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ code, message, status })

const RATE = 8000
/** What is heard of a recording of a demo at the most. */
const MAX_SECONDS = 60

/** A soft tone that comes and goes, as a file of a telephone's quality. */
function tone(seconds: number): Buffer {
  const samples = RATE * Math.min(seconds, MAX_SECONDS)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  const sound = Buffer.alloc(samples)
  for (let at = 0; at < samples; at++) {
    const second = at / RATE
    sound[at] = 128 + Math.round(24 * Math.sin(second * 2 * Math.PI * 330) * Math.abs(Math.sin(second * Math.PI)))
  }
  return Buffer.concat([head, sound])
}
