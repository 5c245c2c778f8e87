import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileStore } from '../../../integrations/files/client.ts'
import type { FileStore } from '../../../integrations/files/store.ts'
import { MlsError } from '../../../integrations/mls/client.ts'
import { photoFile } from '../../../integrations/mls/photoFile.ts'
import type { Config } from '../../../platform/server/config.ts'
import { notFound, Refusal } from '../../../platform/server/errors.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { open } from '../../../platform/server/http/routes.ts'
import { PictureError, scaledPictures } from '../../../platform/server/pictures.ts'
import { type PhotoWidth, photoWidths } from '../rules.ts'
import { holdPhoto, photoOf, releasePhoto, type StoredPhoto } from './queries/photos.ts'

/** Whoever fetches a photo has so long; a process that dies meanwhile keeps nobody waiting for longer. */
const HOLD_MS = 20_000
const LOOK_AGAIN_MS = 150
/** After a failure that may be over soon, and after one that will not, nobody tries again for so long. */
const PAUSE_MS = { soon: 60_000, late: 24 * 3_600_000 }
const A_DAY = 86_400

/** Where the copies of photos are. */
export const photoFiles = (config: Config): FileStore => fileStore(config, 'photos')

const nameOf = ({ copy_name }: StoredPhoto, width: PhotoWidth) => `${copy_name}-${width}`

type PhotoDependencies = Pick<RouteDependencies, 'config' | 'database'>

/**
 * `/photos/{MLS number}/{n}?w=640`: photos of homes, for screens and for e-mails, so without signing in. The product
 * serves copies of its own: made when the first person asks, by one process at a time, kept in the file store.
 */
export function registerPhotos(app: FastifyInstance, dependencies: PhotoDependencies): void {
  app.get('/photos/:mls/:n', open, (request, reply) => servePhoto(dependencies, request, reply))
}

async function servePhoto(
  { config, database }: PhotoDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mls, n } = request.params as { mls: string; n: string }
  const { w } = request.query as { w?: unknown }
  const width = photoWidths.find(each => String(each) === (w ?? '640'))
  // The database refuses to look for a null character.
  const photo = !mls.includes('\0') && /^[1-9]\d?$/.test(n) && width ? await photoOf(database, mls, Number(n)) : null
  if (!photo || !width) throw notFound('photo')
  const etag = `"${nameOf(photo, width)}"`
  reply.headers({
    etag,
    // The address stays when the photo changes: after a day browsers ask whether it did.
    'cache-control': `public, max-age=${A_DAY}, stale-while-revalidate=${7 * A_DAY}`,
    // E-mails show it too, from wherever they are read.
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'",
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const copy = await copyOf({ config, database }, photo, width)
  if (!copy) {
    reply.header('cache-control', 'no-store')
    throw new Refusal('unavailable', 'This photo is not available right now.', { retryAfter: 60 })
  }
  return reply.type('image/jpeg').header('content-length', copy.size).send(copy.body)
}

type Copy = Awaited<ReturnType<FileStore['open']>>

/** The copy that is there, or a new one: made here, or by whoever was faster. */
async function copyOf(dependencies: PhotoDependencies, photo: StoredPhoto, width: PhotoWidth): Promise<Copy> {
  const { config, database } = dependencies
  const store = photoFiles(config)
  const giveUpAt = Date.now() + HOLD_MS
  let latest: StoredPhoto | null = photo
  while (latest && Date.now() < giveUpAt) {
    const copy = await store.open(nameOf(latest, width))
    if (copy) return copy
    const now = new Date()
    if (await holdPhoto(database, latest, { now, until: new Date(now.getTime() + HOLD_MS) })) {
      // Whoever held it before may have made the copies since they were looked for.
      const made = await store.open(nameOf(latest, width))
      if (made) await releasePhoto(database, latest, { problem: null, until: null })
      if (made) return made
      await makeCopies(dependencies, store, latest)
    } else if (latest.problem !== null) return null
    else await wait(LOOK_AGAIN_MS)
    latest = await photoAgain(dependencies, photo)
    if (latest?.problem) return null
  }
  return null
}

/** The photo as it is now; `null` when it is another one by now. */
async function photoAgain({ database }: PhotoDependencies, { mls_number, n, copy_name }: StoredPhoto) {
  const photo = await photoOf(database, mls_number, n)
  return photo?.copy_name === copy_name ? photo : null
}

/** Fetches a photo that this process holds, and keeps it in every width. */
async function makeCopies(
  { config, database }: PhotoDependencies,
  store: FileStore,
  photo: StoredPhoto,
): Promise<void> {
  try {
    if (config.mls === null) throw new MlsError('No listing service is set up.', { isPermanent: false })
    const bytes = await photoFile({ service: config.mls.url, url: photo.url })
    for (const { asked, bytes: scaled } of await scaledPictures(bytes, photoWidths))
      await store.keep(nameOf(photo, asked), scaled)
    await releasePhoto(database, photo, { problem: null, until: null })
  } catch (error) {
    if (!(error instanceof MlsError || error instanceof PictureError)) throw error
    const isOver = error instanceof PictureError || error.isPermanent
    const until = new Date(Date.now() + (isOver ? PAUSE_MS.late : PAUSE_MS.soon))
    await releasePhoto(database, photo, { problem: error.message, until })
  }
}
