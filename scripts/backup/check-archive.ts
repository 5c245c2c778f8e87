import { createHash } from 'node:crypto'
import { StartError } from '../../src/platform/server/start-error.ts'
import { type ArchiveHead, type ArchiveTrailer, trailerOf } from './archive.ts'
import { linesOfGzip } from './lines.ts'
import { copiedTable, endOfCopy, type RowCounts } from './script.ts'

/** What a file that cannot be restored is answered with. */
export const damaged = (file: string, why: string): StartError =>
  new StartError(`${file} is damaged or not complete: ${why} Nothing was changed.`)

/**
 * Reads an archive to its end and answers how many rows it holds for each table. Throws a `StartError` when it is cut
 * off or damaged. One without a trailer, of an earlier version, still has the checksum of its compression and has to
 * end after its last table.
 */
export async function checkArchive(file: string, head: ArchiveHead): Promise<RowCounts> {
  const { rows, trailer, sha256, isOpen } = await readToEnd(file).catch(error => {
    throw damaged(file, `it cannot be read to its end (${error instanceof Error ? error.message : error}).`)
  })
  if (isOpen) throw damaged(file, 'it ends in the middle of a table.')
  if (Object.keys(rows).length === 0) throw damaged(file, 'it holds no table.')
  if (!head.hasTrailer) return rows
  if (!trailer) throw damaged(file, 'its last line is missing.')
  if (trailer.sha256 !== sha256) throw damaged(file, 'its content does not match its checksum.')
  const differing = Object.keys({ ...rows, ...trailer.rows }).find(table => rows[table] !== trailer.rows[table])
  if (differing) throw damaged(file, `the number of rows of ${differing} is not what it should be.`)
  return rows
}

interface ReadArchive {
  rows: RowCounts
  trailer: ArchiveTrailer | null
  sha256: string
  /** The file ended before the rows of a table did. */
  isOpen: boolean
}

async function readToEnd(file: string): Promise<ReadArchive> {
  const hash = createHash('sha256')
  const rows: RowCounts = {}
  let table: string | null = null
  let trailer: ArchiveTrailer | null = null
  for await (const line of linesOfGzip(file)) {
    if (trailer) throw new Error('something follows its last line')
    if (table === null) trailer = trailerOf(line)
    if (trailer) continue
    hash.update(line)
    if (table === null) {
      table = copiedTable(line)
      if (table !== null) rows[table] = 0
    } else if (line.equals(endOfCopy)) table = null
    else rows[table] = (rows[table] ?? 0) + 1
  }
  return { rows, trailer, sha256: hash.digest('hex'), isOpen: table !== null }
}
