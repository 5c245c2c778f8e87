import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileStore } from '../../../integrations/files/client.ts'
import type { FileStore } from '../../../integrations/files/store.ts'
import type { Handlers, UploadedFile } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { drawnPicture } from '../../../platform/server/pictures.ts'
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
  const { bytes, width } = await drawnPicture(await readFile(file.path), WIDTH)
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await pictureFiles(config).keep(name, bytes)
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
