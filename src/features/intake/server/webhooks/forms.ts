import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, invalid, notFound, Refusal } from '../../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import { addressOf } from '../../../../platform/server/http/admission.ts'
import { open } from '../../../../platform/server/http/routes.ts'
import { NoEvents } from '../../rules/events.ts'
import { GoogleLead, type LeadNotice, noticesIn } from '../../rules/leadForms.ts'
import { storeNotice } from '../commands/facebook.ts'
import { parsedForeign, problemOfJson } from '../commands/json.ts'
import { requireSignature } from '../commands/keys.ts'
import { readBody } from '../commands/readBody.ts'
import { storeRefusal } from '../commands/receive.ts'
import { storeEvents } from '../commands/store.ts'
import { fetchFacebookLeads } from '../jobs.ts'
import { type KnownSource, sourceOfPage } from '../queries/sources.ts'
import { type Admission, admissionOf } from './admission.ts'

/** Requests a minute of one address: Google and Facebook send from few. */
const ADDRESS_LIMIT = 3000
const MAX_BODY = 512 * 1024

type Asked = FastifyRequest<{ Params: { key: string }; Querystring: Record<string, unknown> }>

/** The doors for what cannot sign as we ask for: any JSON, which a mapping reads, and the lead forms of Google and Facebook. */
export function registerFormDoors(app: FastifyInstance, dependencies: RouteDependencies): void {
  const admission = admissionOf(app, dependencies)
  const { known } = admission
  const { log, transaction } = dependencies
  const facebook = facebookDoors(admission, dependencies)
  const work = { log, transaction }

  async function takeIn(source: KnownSource, body: string): Promise<void> {
    try {
      await storeEvents(work, source, { body, read: readBody(source, body, new Date()) })
    } catch (error) {
      if (!(error instanceof NoEvents)) throw error
      await storeRefusal(transaction, source, { body, problem: error.message })
    }
  }

  /** Whatever the JSON holds, it is kept and accepted: who sent it cannot mend it, and a person can. */
  async function postMapped(request: Asked, reply: FastifyReply) {
    const source = await known(request, request.params.key)
    if (source.kind !== 'mapped') throw forbidden('This key is for another door.')
    const body = textOf(request)
    await requireJson(body, problem => storeRefusal(transaction, source, { body, problem }))
    await takeIn(source, body)
    return answer(reply)
  }

  async function postGoogle(request: Asked, reply: FastifyReply) {
    const body = textOf(request)
    await requireJson(body)
    const lead = GoogleLead.safeParse(parsedForeign(body))
    if (!lead.success) throw invalid({ body: ['The body is not a lead of Google Ads.'] })
    const source = await known(request, lead.data.google_key)
    if (source.kind !== 'google_ads') throw forbidden('This key is for another door.')
    await takeIn(source, body.replaceAll(lead.data.google_key, '…'))
    return reply.header('cache-control', 'no-store').send({})
  }

  void app.register(async inner => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    const rateLimit = {
      max: ADDRESS_LIMIT,
      allowList: () => false,
      keyGenerator: (request: FastifyRequest) => `intake form ${addressOf(request)}`,
    }
    const limited = { config: { ...open.config, rateLimit } }
    const options = { ...limited, bodyLimit: MAX_BODY }
    inner.post('/crm/hooks/intake/:key', options, postMapped)
    inner.post('/crm/hooks/google-ads', options, postGoogle)
    inner.get('/crm/hooks/facebook', limited, facebook.verify)
    inner.post('/crm/hooks/facebook', options, facebook.post)
  })
}

const textOf = (request: FastifyRequest): string => (Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')

const answer = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').send({ status: 1, data: { status: 'stored' }, message: null, error: null })

/** Facebook's own way: it asks whose the address is, and then tells of leads by their ids. */
function facebookDoors({ known, counted }: Admission, { config, database, log, transaction }: RouteDependencies) {
  /** Facebook asks once whether the address is ours: it wants its own word back. */
  async function verify(request: Asked, reply: FastifyReply) {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query
    if (mode !== 'subscribe' || typeof challenge !== 'string') throw forbidden('This is no subscription.')
    const source = await known(request, typeof token === 'string' ? token : null)
    if (source.kind !== 'facebook') throw forbidden('This key is for another door.')
    return reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain' }).send(challenge.slice(0, 200))
  }

  async function post(request: Asked, reply: FastifyReply) {
    if (!config.facebook) throw notFound('app')
    const { secret } = config.facebook
    const signature = request.headers['x-hub-signature-256']
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await counted(request, async () => requireSignature(secret, raw, typeof signature === 'string' ? signature : null))
    const body = raw.toString('utf8')
    await requireJson(body)
    const notices = Map.groupBy(noticesIn(parsedForeign(body)), ({ page_id }) => page_id)
    for (const [page, of] of notices) await storeOfPage(page, body, of)
    return reply.header('cache-control', 'no-store').send('EVENT_RECEIVED')
  }

  async function storeOfPage(page: string, body: string, notices: readonly LeadNotice[]): Promise<void> {
    const source = await sourceOfPage({ db: database.db, now: new Date(), config, log }, page)
    // It asks again for a day and a half: time to add the source.
    if (!source) throw notFound('source')
    await transaction('intake.facebook', async ctx => {
      await storeNotice(ctx, source.id, { body, notices })
      await ctx.enqueue(fetchFacebookLeads, {})
    })
  }

  return { verify, post }
}

/** Refuses what is no JSON; `first` writes that down. */
async function requireJson(body: string, first?: (problem: string) => Promise<void>): Promise<void> {
  const problem = problemOfJson(body)
  if (problem === null) return
  await first?.(problem)
  throw new Refusal('invalid_request', problem)
}
