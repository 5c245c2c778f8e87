import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../../src/platform/server/start-error.ts'

/** The line that ends the rows of a table. */
export const endOfCopy: Buffer = Buffer.from('\\.\n')

const COPY = /^COPY (\S+) .*FROM stdin;\s*$/

/** The table whose rows follow a line; `null` when none follow. */
export const copiedTable = (line: Buffer): string | null => COPY.exec(line.toString())?.[1] ?? null

/** How many rows were written into each table. */
export type RowCounts = Record<string, number>

/**
 * Runs a script of statements and `COPY` sections on one connection, within the transaction of the caller. Understands
 * what `pg_restore` writes, but for the commands of psql, which it leaves out.
 */
export async function runScript(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<RowCounts> {
  const rows: RowCounts = {}
  let statements = ''
  const flush = async () => {
    if (statements.trim() !== '') await client.query(statements)
    statements = ''
  }
  for await (const line of lines) {
    const table = copiedTable(line)
    if (table === null) statements += statementOf(line)
    else {
      await flush()
      const copy = client.query(copyFrom(line.toString()))
      await pipeline(Readable.from(rowsOf(lines)), copy)
      rows[table] = copy.rowCount
    }
  }
  await flush()
  return rows
}

/** Commands of psql are for psql alone, and servers before 17 do not know this one setting. */
const NOT_FOR_THE_SERVER = /^(\\|--|SET transaction_timeout\b)/

function statementOf(line: Buffer): string {
  const text = line.toString()
  return NOT_FOR_THE_SERVER.test(text) ? '' : text
}

/** The rows up to the end of their section. */
export async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new StartError('The backup ends in the middle of a table: the file is not complete.')
    if (value.equals(endOfCopy)) return
    yield value
  }
}
