import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { fileStore } from '../../../integrations/files/client.ts'
import type { FileStore } from '../../../integrations/files/store.ts'
import type { Handlers, UploadedFile } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { PictureError, scaledPictures } from '../../../platform/server/pictures.ts'
import type { templateCalls } from '../contract.ts'
import { CONTENT_WIDTH } from '../rules/templates.ts'
import { PICTURES_PATH } from './commands/content.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** Twice the width of an e-mail, for sharp screens. */
const WIDTH = 1200

/** Where pictures of e-mails are. */
export const pictureFiles = (config: Config): FileStore => fileStore(config, 'pictures')

/**
 * Stores a picture for e-mails and answers its path and how wide it is shown. What it is, is read from its content; it is drawn anew, so that nothing
 * else of the file is stored. The same picture has the same path.
 */
async function storePicture(config: Config, file: UploadedFile): Promise<{ url: string; width: number }> {
  if (file.size > MAX_BYTES) throw invalid({ file: ['A picture must be at most 10 MB.'] })
  const bytes = await scaled(await readFile(file.path))
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await pictureFiles(config).keep(name, bytes)
  const { width } = await sharp(bytes).metadata()
  return { url: `${PICTURES_PATH}${name}.jpg`, width: Math.min(width, CONTENT_WIDTH) }
}

/** Calls that store files. */
export const templateRemoteHandlers: Pick<Handlers<typeof templateCalls>, 'uploadPicture'> = {
  async uploadPicture(ctx, _input, { files }) {
    const [file] = files
    if (!file || files.length > 1) throw invalid({ file: ['file is required, and only one at a time.'] })
    return storePicture(ctx.config, file)
  },
}

const formats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'gif', 'heif']

async function scaled(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const { format } = await sharp(bytes).metadata().catch(unreadable)
    if (!formats.includes(format)) unreadable()
    const [picture] = await scaledPictures(bytes, [WIDTH])
    if (!picture) throw new PictureError('No picture was made.')
    return picture.bytes
  } catch (error) {
    if (error instanceof PictureError) throw invalid({ file: ['This file is no picture that can be read.'] })
    throw error
  }
}

function unreadable(): never {
  throw new PictureError('The picture cannot be read.')
}
