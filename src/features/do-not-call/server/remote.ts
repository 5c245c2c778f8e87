import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileStore } from '../../../integrations/files/client.ts'
import type { Config } from '../../../platform/server/config.ts'

const LISTS = 'do-not-call'
/** Bytes read at a time. */
const CHUNK = 1024 * 1024

/** Moves an uploaded list to where the job finds it. */
export const storeList = (config: Config, name: string, path: string): Promise<void> =>
  fileStore(config, LISTS).keepFile(name, path)

/** Removes an uploaded list, if it is there. */
export const removeList = (config: Config, name: string): Promise<void> => fileStore(config, LISTS).remove(name)

/** Reads a list, uploaded or found in the folder; `null` when it is not there any more. */
export async function openList(
  config: Config,
  { stored_as, file_name }: { stored_as: string | null; file_name: string },
): Promise<Readable | null> {
  if (stored_as !== null) return (await fileStore(config, LISTS).open(stored_as))?.body ?? null
  if (config.doNotCallFolder === null) return null
  const file = createReadStream(join(config.doNotCallFolder, file_name), { highWaterMark: CHUNK })
  return new Promise(resolve => {
    file.once('open', () => resolve(file))
    file.once('error', () => resolve(null))
  })
}
