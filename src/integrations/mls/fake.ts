import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { ODataError, type ODataRecord, readFilter, readOrder } from './odata.ts'

/** A listing service that runs. */
export interface DemoMls {
  /** For `MLS_URL`. */
  url: string
  /** For `MLS_TOKEN`. */
  token: string
  close(): Promise<void>
}

interface DemoMlsOptions {
  /** Every listing as it is now. */
  properties(): readonly ODataRecord[] | Promise<readonly ODataRecord[]>
  /** The photos of a listing, without the fields that follow from it. */
  photosOf?(listing: ODataRecord): readonly DemoPhoto[]
  /** The file of a photo, as the service's own file server sends it. */
  photoFile?(listing: ODataRecord, order: number): Promise<Buffer | null>
  token?: string
  /** What a request for this address gets instead of an answer; `null` for the answer. */
  fault?(address: string): Fault | null
}

/** A photo as the demo has it. */
export interface DemoPhoto {
  ShortDescription: string
  /** Elsewhere than with the service itself. */
  MediaURL?: string
}

/** Something that goes wrong on the way. */
export interface Fault {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The answer never comes. */
  isSilent?: boolean
}

const TOKEN = 'demo-listings'
const DEFAULT_TOP = 100
const MAX_TOP = 5000

/** Starts a RESO Web API (OData 4, bearer) over listings, on a free port that only this machine reaches. */
export async function serveDemoMls(options: DemoMlsOptions): Promise<DemoMls> {
  const { properties, token = TOKEN, fault } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } })
  app.addHook('onRequest', async (request, reply) => {
    const wrong = fault?.(request.url) ?? null
    if (wrong?.isSilent) {
      reply.hijack()
      return
    }
    if (wrong) {
      await reply
        .code(wrong.status)
        .type('application/json')
        .headers({ ...wrong.headers })
        .send(wrong.body ?? '{}')
      return
    }
    // Files lie open, as on the file servers of listing services.
    if (request.url.startsWith('/files/')) return
    if (request.headers.authorization !== `Bearer ${token}`) await refuse(reply, 401, 'A bearer token is needed.')
  })
  app.setErrorHandler((error, _request, reply) =>
    refuse(reply, error instanceof ODataError ? 400 : 500, error instanceof Error ? error.message : 'Failed.'),
  )
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is no such resource.'))
  app.get('/odata/Property', async (request, reply) => list('Property', await properties(), request, reply))
  app.get('/odata/Media', async (request, reply) => list('Media', await mediaFor(options, request), request, reply))
  app.get('/files/:key/:order.jpg', (request, reply) => file(options, request, reply))
  app.get('/odata/:entity', async (request, reply) => single(await properties(), request, reply))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/odata`, token, close: () => app.close() }
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply
    .code(status)
    .type('application/json')
    .send({ error: { code: String(status), message } })

type Query = Readonly<Record<string, string | undefined>>

const SIZES = ['Largest', 'Thumbnail']

/** The media records that a query may be about: those of the listings that it names, or all. */
async function mediaFor({ properties, photosOf }: DemoMlsOptions, request: FastifyRequest): Promise<ODataRecord[]> {
  if (!photosOf) return []
  const filter = (request.query as Query).$filter ?? ''
  const named = new Set([...filter.matchAll(/ResourceRecordKey eq '((?:[^']|'')*)'/g)].map(([, key]) => key))
  const at = `${request.protocol}://${request.host}`
  return (await properties())
    .filter(({ ListingKey }) => named.size === 0 || named.has(String(ListingKey).replaceAll("'", "''")))
    .flatMap(listing =>
      photosOf(listing).flatMap((photo, order) =>
        SIZES.map(size => ({
          MediaKey: `${listing.ListingKey}-${order}-${size[0]?.toLowerCase()}`,
          ResourceName: 'Property',
          ResourceRecordKey: listing.ListingKey ?? null,
          Order: order,
          PreferredPhotoYN: order === 0,
          ImageSizeDescription: size,
          MediaCategory: 'Photo',
          MediaType: 'image/jpeg',
          MediaStatus: 'Active',
          MediaModificationTimestamp: listing.PhotosChangeTimestamp ?? null,
          MediaURL: `${at}/files/${encodeURIComponent(String(listing.ListingKey))}/${order}.jpg`,
          ...photo,
        })),
      ),
    )
}

async function file({ properties, photoFile }: DemoMlsOptions, request: FastifyRequest, reply: FastifyReply) {
  const { key, order } = request.params as { key: string; order: string }
  const listing = (await properties()).find(({ ListingKey }) => ListingKey === key)
  const bytes = listing && photoFile ? await photoFile(listing, Number(order)) : null
  return bytes ? reply.type('image/jpeg').send(bytes) : refuse(reply, 404, 'There is no such file.')
}

function list(entity: string, all: readonly ODataRecord[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = request.query as Query
  const found = query.$filter ? all.filter(readFilter(query.$filter)) : [...all]
  if (query.$orderby) found.sort(readOrder(query.$orderby))
  const skip = numberIn(query, '$skip', 0)
  const top = Math.min(numberIn(query, '$top', DEFAULT_TOP), MAX_TOP)
  return reply.send({
    '@odata.context': `$metadata#${entity}`,
    ...(query.$count === 'true' ? { '@odata.count': found.length } : {}),
    value: found.slice(skip, skip + top).map(record => selected(record, query.$select)),
  })
}

/** `Property('W1234567')`: quotes within the key are doubled. */
function single(all: readonly ODataRecord[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { entity } = request.params as { entity: string }
  const key = /^Property\('((?:[^']|'')*)'\)$/.exec(entity)?.[1]?.replaceAll("''", "'")
  const found = key === undefined ? undefined : all.find(record => record.ListingKey === key)
  if (!found) return refuse(reply, 404, 'There is no such listing.')
  return reply.send(selected(found, (request.query as Query).$select))
}

const selected = (record: ODataRecord, fields: string | undefined): ODataRecord =>
  fields ? Object.fromEntries(fields.split(',').map(field => [field.trim(), record[field.trim()] ?? null])) : record

function numberIn(query: Query, name: '$skip' | '$top', otherwise: number): number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (!/^\d{1,7}$/.test(text)) throw new ODataError(`${name} must be a whole number.`)
  return Number(text)
}
