import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { linesOfGzip } from './lines.ts'
import { endOfCopy, type RowCounts } from './script.ts'
import { copiedTables, sequencePositions } from './tables.ts'

const Head = z.object({
  /** 2 since archives end in a trailer. */
  format: z.int().default(1),
  /** The migrations that the saved database had, by their numbers. Older archives name the last of them only. */
  migrations: z.array(z.int()).optional(),
  migration: z.int().optional(),
  /** The version of the tables of the job queue. */
  queue: z.int(),
  at: z.iso.datetime(),
})

/** What an archive says about itself in its first line. */
export interface ArchiveHead {
  hasTrailer: boolean
  migrations: readonly number[]
  queue: number
  /** When it was made. */
  at: string
}

/** What the last line of an archive says, by which a reader knows that everything arrived. */
export interface ArchiveTrailer {
  rows: RowCounts
  /** SHA-256 of everything before the trailer, in hex. */
  sha256: string
}

const HEAD_MARK = '-- keyturn '
const TRAILER_MARK = '-- keyturn end '
const FORMAT = 2

/**
 * Every table in the text format of COPY, as of one moment, with a trailer of row counts and a checksum: a compressed
 * script that any PostgreSQL tool can read.
 */
export async function writeArchive(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await pipeline(Readable.from(script(client)), createGzip(), createWriteStream(file))
  } finally {
    await client.end()
  }
}

async function* script(client: pg.Client): AsyncGenerator<string | Buffer> {
  const hash = createHash('sha256')
  const rows: RowCounts = {}
  for await (const part of sections(client, rows)) {
    hash.update(part)
    yield part
  }
  const trailer: ArchiveTrailer = { rows, sha256: hash.digest('hex') }
  yield `${TRAILER_MARK}${JSON.stringify(trailer)}\n`
}

async function* sections(client: pg.Client, rows: RowCounts): AsyncGenerator<string | Buffer> {
  const { migrations, queue } = await versionsOf(client)
  yield `${HEAD_MARK}${JSON.stringify({ format: FORMAT, migrations, queue, at: new Date().toISOString() })}\n`
  for (const { name, columns } of await copiedTables(client)) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`
    const copy = client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`))
    yield* copy
    rows[name] = copy.rowCount
    yield endOfCopy
  }
  for (const statement of await sequencePositions(client)) yield `${statement}\n`
}

/** The migrations of a database and the version of its job queue. */
export async function versionsOf(client: pg.Client): Promise<Pick<ArchiveHead, 'migrations' | 'queue'>> {
  const { rows } = await client.query(
    `SELECT (SELECT json_agg(number ORDER BY number) FROM public.migrations) AS migrations,
            (SELECT max(version) FROM pgboss.version) AS queue`,
  )
  return rows[0]
}

/** The head of a compressed file; `null` when it is no archive. Fails when the file is damaged that early. */
export async function readHead(file: string): Promise<ArchiveHead | null> {
  for await (const line of linesOfGzip(file)) return headOf(line)
  return null
}

/** The head that a line holds; `null` when it holds none. */
export function headOf(line: Buffer): ArchiveHead | null {
  const text = line.toString()
  if (!text.startsWith(HEAD_MARK)) return null
  const { format, migration = 0, migrations, queue, at } = Head.parse(JSON.parse(text.slice(HEAD_MARK.length)))
  return {
    hasTrailer: format >= FORMAT,
    migrations: migrations ?? Array.from({ length: migration }, (_step, index) => index + 1),
    queue,
    at,
  }
}

const Trailer = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

/** The trailer that a line holds; `null` when it is another line. */
export function trailerOf(line: Buffer): ArchiveTrailer | null {
  const text = line.toString()
  return text.startsWith(TRAILER_MARK) ? Trailer.parse(JSON.parse(text.slice(TRAILER_MARK.length))) : null
}
