import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileStore } from '../../../../integrations/files/client.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import type { UploadedFile } from '../../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { PictureError, scaledPictures } from '../../../../platform/server/pictures.ts'
import { photoWidths } from '../../../listings/rules.ts'
import { MAX_PHOTO_BYTES } from '../../rules.ts'

/** Where the photos of the brokerage's homes are. */
export const photoFiles = (config: Config): FileStore => fileStore(config, 'brokerage-photos')

/**
 * Stores a photo in every width and answers its name. What it is, is read from its content; it is drawn anew, so that
 * where and with what it was taken is not in it. The same photo has the same name.
 */
export async function storePhoto(config: Config, file: UploadedFile): Promise<string> {
  if (file.size > MAX_PHOTO_BYTES) throw invalid({ photos: [`${file.filename} is larger than 20 MB.`] })
  const unreadable = invalid({ photos: [`${file.filename} is no picture that can be read.`] })
  const bytes = await readFile(file.path)
  try {
    const copies = await scaledPictures(bytes, photoWidths)
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    for (const { asked, bytes: scaled } of copies) await photoFiles(config).keep(`${name}-${asked}`, scaled)
    return name
  } catch (error) {
    throw error instanceof PictureError ? unreadable : error
  }
}
