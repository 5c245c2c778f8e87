import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, requireFileName } from './store.ts'

/** Files in a folder of the machine, one folder for each purpose. */
export function folderStore(filesDir: string, purpose: string): FileStore {
  const folder = join(filesDir, purpose)
  const pathOf = (name: string) => join(folder, requireFileName(name))
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
    async keepFile(name, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await rename(path, pathOf(name))
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error
        // Another disk is mounted at the folder.
        const unfinished = join(folder, `unfinished-${randomUUID()}`)
        await copyFile(path, unfinished)
        await rename(unfinished, pathOf(name))
        await rm(path)
      }
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
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null
