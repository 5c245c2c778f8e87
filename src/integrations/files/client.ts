import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** Where files are kept. Names are given by the product, never by people. */
export interface FileStore {
  /** Begins a file; it is there in full once the stream has finished. */
  create(name: string): Promise<Writable>
  /** Keeps a file under a name, at once and in full: nobody reads half of it. One of that name is replaced. */
  keep(name: string, bytes: Uint8Array): Promise<void>
  /** Reads a file; `null` when there is none of this name. */
  open(name: string): Promise<{ body: Readable; size: number } | null>
  /** Deletes a file, if there is one. */
  remove(name: string): Promise<void>
  /** Names of the files that nobody has written to since. */
  untouchedSince(time: Date): Promise<string[]>
}

/** Files in a folder of the machine, one folder for each purpose. */
export function folderStore(filesDir: string, purpose: string): FileStore {
  const folder = join(filesDir, purpose)
  const pathOf = (name: string) => {
    if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is no name of a stored file.`)
    return join(folder, name)
  }
  return {
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return createWriteStream(pathOf(name), { mode: 0o600, flags: 'wx' })
    },
    async keep(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `unfinished-${randomUUID()}`)
      await writeFile(unfinished, bytes, { mode: 0o600 })
      await rename(unfinished, pathOf(name))
    },
    async open(name) {
      const found = await stat(pathOf(name)).catch(missing)
      return found && { body: createReadStream(pathOf(name)), size: found.size }
    },
    remove: name => rm(pathOf(name), { force: true }),
    async untouchedSince(time) {
      const names = (await readdir(folder).catch(missing)) ?? []
      const found = await Promise.all(names.map(name => stat(pathOf(name)).catch(missing)))
      return names.filter((_, at) => (found[at]?.mtime ?? time) < time)
    },
  }
}

function missing(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
