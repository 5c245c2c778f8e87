import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileStore } from '../../../integrations/files/client.ts'
import type { FileStore } from '../../../integrations/files/store.ts'
import { fetchMedia } from '../../../integrations/twilio/client.ts'
import type { Handlers, UploadedFile } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { type DrawnPicture, drawnPicture, PictureError, scaledPictures } from '../../../platform/server/pictures.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { MAX_PICTURE_BYTES, type textCalls } from '../contract.ts'
import { insertChosen, type StoredPicture } from './queries/pictures.ts'

/** Carriers make larger ones smaller themselves, and worse. */
const WIDTH = 1280

/** Where the pictures of texts are. */
export const pictureFiles = (config: Config): FileStore => fileStore(config, 'text-pictures')

/** Calls that store pictures. */
export const textRemoteHandlers: Pick<Handlers<typeof textCalls>, 'addPicture'> = {
  async addPicture(ctx, { leadId }, { files }) {
    await requireLead(ctx, leadId)
    const [file] = files
    if (!file || files.length > 1) throw invalid({ file: ['file is required, and only one at a time.'] })
    const stored = await keep(ctx.config, await drawn(file))
    return ctx.transaction(change => insertChosen(change, stored, ctx.viewer.user_id))
  },
}

async function drawn(file: UploadedFile): Promise<DrawnPicture> {
  if (file.size > MAX_PICTURE_BYTES) throw invalid({ file: ['A picture must be at most 20 MB.'] })
  return drawnPicture(await readFile(file.path), WIDTH)
}

/** Stores a picture under a name that nobody guesses. */
async function keep(config: Config, { bytes, width, height }: DrawnPicture): Promise<StoredPicture> {
  const file = randomBytes(16).toString('hex')
  await pictureFiles(config).keep(file, bytes)
  return { file, width, height }
}

/** Fetches what came with a text and stores it; throws while Twilio cannot be asked. */
export async function fetchPicture(config: Config, source: string): Promise<StoredPicture | 'unreadable' | 'gone'> {
  const { twilio } = config
  if (!twilio) throw new Error('Texts are not set up here.')
  const media = await fetchMedia(twilio, source)
  if (!media) return 'gone'
  if (!media.type.startsWith('image/')) {
    media.body.destroy()
    return 'unreadable'
  }
  try {
    const [picture] = await scaledPictures(await limited(media.body), [WIDTH])
    return picture ? await keep(config, picture) : 'unreadable'
  } catch (error) {
    if (error instanceof PictureError) return 'unreadable'
    throw error
  }
}

/** The bytes of a file that is no larger than a picture of a text can be. */
const limited = (body: NodeJS.ReadableStream): Promise<Buffer> =>
  buffer(
    (async function* () {
      let size = 0
      for await (const chunk of body) {
        size += chunk.length
        if (size > MAX_PICTURE_BYTES) throw new PictureError('The picture is too large.')
        yield chunk
      }
    })(),
  )
