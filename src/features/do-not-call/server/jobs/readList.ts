import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { JobContext } from '../../../../platform/server/context.ts'
import { addNumbers, lockList, type StoredList, saveReading } from '../queries.ts'
import { openList } from '../remote.ts'
import { Blocks, NumberReader, type Reading } from './numbers.ts'

/**
 * Blocks held at once, 60 MB: more than Canada has, so that even a list in no order is stored in one go. A list of more than that is
 * stored whenever so many have come together.
 */
const MAX_BLOCKS = 50_000
/** What was read is stored at least this often, so that a run that dies is not missed much. */
const MAX_BYTES = 128 * 1024 * 1024
const BLOCKS_PER_STATEMENT = 500

/** Limits of one run, smaller in tests. */
export interface ReadLimits {
  blocks: number
  bytes: number
}

/** What came of reading: `whole`, `stopped` by the process or a person, or the file is not there any more. */
export type ReadEnd = 'whole' | 'stopped' | 'missing'

/** Reads a list from where the last run stopped, and stores its numbers as it goes, in constant memory. */
export async function readList(
  ctx: JobContext,
  list: StoredList,
  limits: ReadLimits = { blocks: MAX_BLOCKS, bytes: MAX_BYTES },
): Promise<ReadEnd> {
  const body = await openList(ctx.config, list)
  if (!body) return 'missing'
  const blocks = new Blocks()
  const reader = new NumberReader(list.read_bytes, (block, line) => blocks.add(block, line))
  let stored = list.read_bytes
  try {
    for await (const chunk of skipping(await unpacked(body), list.read_bytes)) {
      reader.push(chunk)
      const isDue = blocks.size >= limits.blocks || reader.reading.bytes - stored >= limits.bytes
      if (!isDue && !ctx.signal.aborted) continue
      if (!(await store(ctx, list, blocks, reader.reading))) return 'stopped'
      stored = reader.reading.bytes
      if (ctx.signal.aborted) return 'stopped'
    }
  } finally {
    body.destroy()
  }
  reader.end()
  return (await store(ctx, list, blocks, reader.reading)) ? 'whole' : 'stopped'
}

/** Stores what was read together with how far; false when the import was ended meanwhile. */
function store(ctx: JobContext, list: StoredList, blocks: Blocks, read: Reading): Promise<boolean> {
  return ctx.transaction(async change => {
    const now = await lockList(change, list.id)
    if (now?.state !== 'queued' && now?.state !== 'reading') return false
    for (const batch of blocks.drain(BLOCKS_PER_STATEMENT)) await addNumbers(change, list.id, batch)
    await saveReading(change, list.id, {
      bytes: read.bytes,
      lines: list.read_lines + read.lines,
      unreadable: list.unreadable_lines + read.unreadable,
    })
    change.changed('do-not-call', [list.id], ['right:manage_maintenance'])
    return true
  })
}

/** The bytes of a file as they are, or as they were before somebody packed them with gzip. */
async function unpacked(body: Readable): Promise<AsyncIterable<Uint8Array>> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  const all = async function* (): AsyncGenerator<Uint8Array> {
    if (first.done) return
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const isPacked = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
  return isPacked ? Readable.from(all()).compose(createGunzip()) : all()
}

async function* skipping(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left > 0 ? chunk.subarray(left) : chunk
    left = Math.max(0, left - chunk.length)
  }
}
