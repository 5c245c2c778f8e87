import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, stat } from 'node:fs/promises'
import { StartError } from '../../src/platform/server/start-error.ts'
import { damaged } from './check-archive.ts'
import { linesOf } from './lines.ts'
import { pgProgram } from './pg-programs.ts'

/** A dump has its parts where its table of contents says; pg_restore does not look at what follows them. */
const SEAL = /\nkeyturn sha256 ([0-9a-f]{64})\n$/
const SEAL_BYTES = '\nkeyturn sha256 \n'.length + 64

/** Adds a checksum to the end of a file that pg_dump has made. */
export async function sealDump(file: string): Promise<void> {
  await appendFile(file, `\nkeyturn sha256 ${await sha256Of(file, Number.POSITIVE_INFINITY)}\n`)
}

async function sha256Of(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Reads a dump to its end. Throws a `StartError` when it is cut off or damaged. One of an earlier version, or made by
 * hand, has no checksum of ours; each of its parts has one of its compression.
 */
export async function checkDump(file: string, url: string): Promise<void> {
  const { size } = await stat(file)
  const seal = await sealOf(file, size)
  if (seal && seal !== (await sha256Of(file, size - SEAL_BYTES)))
    throw damaged(file, 'its content does not match its checksum.')
  try {
    for await (const _line of linesOfDump(file, url));
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error))
  }
}

async function sealOf(file: string, size: number): Promise<string | null> {
  if (size < SEAL_BYTES) return null
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, size - SEAL_BYTES)
    return SEAL.exec(buffer.toString('latin1'))?.[1] ?? null
  } finally {
    await handle.close()
  }
}

/** A dump as a script: what `pg_restore` would run. Fails when it cannot be read to its end. */
export async function* linesOfDump(file: string, url: string): AsyncGenerator<Buffer> {
  const program = await pgProgram('pg_restore', url)
  if (!program)
    throw new StartError('This backup was made by pg_dump: install the PostgreSQL client of the server’s version.')
  const child = spawn(program, ['--no-owner', '--no-privileges', '--file=-', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject))
  failed.catch(() => {})
  let complaints = ''
  child.stderr.on('data', data => {
    complaints = (complaints + data).slice(0, 500)
  })
  try {
    yield* linesOf(child.stdout)
  } finally {
    child.kill()
  }
  if ((await Promise.race([ended, failed])) !== 0) throw new Error(complaints.trim().replace(/\.?$/, '.'))
}
