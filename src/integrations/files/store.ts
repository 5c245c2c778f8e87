import type { Readable, Writable } from 'node:stream'

/** Where files are stored. Names are given by the product, never by people. */
export interface FileStore {
  /** Begins a file; it is there in full once the stream has finished. */
  create(name: string): Promise<Writable>
  /** Stores a file under a name, at once and in full: nobody reads half of it. One of that name is replaced. */
  keep(name: string, bytes: Uint8Array): Promise<void>
  /** The same of a file on the disk, which moves there. */
  keepFile(name: string, path: string): Promise<void>
  /** Reads a file; `null` when there is none of this name. */
  open(name: string): Promise<{ body: Readable; size: number } | null>
  /** Deletes a file, if there is one. */
  remove(name: string): Promise<void>
  /** Names of the files that nobody has written to since. */
  untouchedSince(time: Date): Promise<string[]>
}

/** Refuses what is no name of a stored file, so that none leads out of its purpose. */
export function requireFileName(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}
