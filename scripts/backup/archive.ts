import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../../src/platform/server/start-error.ts'
import { copiedTables, prepareForCopy, sequencePositions } from './tables.ts'

/** What an archive says about itself in its first line. */
export interface ArchiveHead {
  /** The steps that the saved database had, by their numbers. */
  migrations: number[]
  /** The version of the tables of the job queue. */
  queue: number
  at: string
}

const headMark = '-- keyturn '
const endOfCopy = Buffer.from('\\.\n')

/** Every table in the text format of COPY, as of one moment: a compressed script that any PostgreSQL tool can read. */
export async function writeArchive(url: string, file: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await pipeline(Readable.from(script(client)), createGzip(), createWriteStream(file))
  } finally {
    await client.end()
  }
}

async function* script(client: pg.Client): AsyncGenerator<string | Buffer> {
  const head: ArchiveHead = { ...(await versionsOf(client)), at: new Date().toISOString() }
  yield `${headMark}${JSON.stringify(head)}\n`
  for (const { name, columns } of await copiedTables(client)) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`
    yield* client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`))
    yield endOfCopy
  }
  for (const statement of await sequencePositions(client)) yield `${statement}\n`
}

async function versionsOf(client: pg.Client): Promise<Omit<ArchiveHead, 'at'>> {
  const { rows } = await client.query(
    `SELECT (SELECT json_agg(number ORDER BY number) FROM public.migrations) AS migrations,
            (SELECT max(version) FROM pgboss.version) AS queue`,
  )
  return rows[0]
}

/** Archives of versions that counted their steps say only which one was the newest. */
const headOf = ({ migration = 0, ...head }: ArchiveHead & { migration?: number }): ArchiveHead => ({
  ...head,
  migrations: head.migrations ?? Array.from({ length: migration }, (_step, index) => index + 1),
})

/** The head of an archive; `null` when the file is something else. */
export async function readHead(file: string): Promise<ArchiveHead | null> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  if (buffer.readUInt16BE() !== 0x1f8b) return null
  for await (const line of linesOf(file)) {
    const text = line.toString()
    return text.startsWith(headMark) ? headOf(JSON.parse(text.slice(headMark.length))) : null
  }
  return null
}

/** Fills a migrated database that holds nothing of anybody; all of it, or nothing. */
export async function readArchive(url: string, file: string, head: ArchiveHead): Promise<void> {
  const client = await connect(url)
  try {
    const { queue } = await versionsOf(client)
    if (queue !== head.queue) {
      throw new StartError(
        `The backup has version ${head.queue} of the job queue and this Keyturn version ${queue}: restore it with the Keyturn that made it, then update.`,
      )
    }
    await client.query('BEGIN')
    const finish = await prepareForCopy(client, await copiedTables(client))
    await runScript(client, file)
    await finish()
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

async function runScript(client: pg.Client, file: string): Promise<void> {
  const lines = linesOf(file)
  for await (const line of lines) {
    const statement = line.toString().trim()
    if (statement.startsWith('COPY ')) await pipeline(Readable.from(rowsOf(lines)), client.query(copyFrom(statement)))
    else if (statement !== '' && !statement.startsWith('--')) await client.query(statement)
  }
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new StartError('The backup ends in the middle of a table: the file is not complete.')
    if (value.equals(endOfCopy)) return
    yield value
  }
}

/** Lines with their ends; not by readline, which also cuts at separators that COPY leaves as they are. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file).pipe(createGunzip())) {
    const block = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, start)) {
      yield block.subarray(start, end + 1)
      start = end + 1
    }
    rest = block.subarray(start)
  }
  if (rest.length > 0) yield rest
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}
