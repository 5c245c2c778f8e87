import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { invalid, Refusal } from '../../../platform/server/errors.ts'
import { type Mark, marksOf, maskEvent } from '../rules/events.ts'
import { MAX_CHUNK_EVENTS, MAX_UNPACKED_BYTES } from '../rules/limits.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Events that came together, masked and ready to be stored. */
export interface Batch {
  events: number
  from_at: Date
  to_at: Date
  marks: Mark[]
  /** JSON, compressed. */
  body: Buffer
}

const MAX_TIME = 8_640_000_000_000_000

/**
 * Reads what a browser sent, and masks it once more: what is stored does not depend on what runs in a browser. Refuses what is no list
 * of events, or larger than a batch may be.
 */
export async function readBatch(path: string): Promise<Batch> {
  const sent = await readFile(path)
  const text = await decompress(sent, { maxOutputLength: MAX_UNPACKED_BYTES }).catch(refuseUnpacking)
  const events = eventsIn(text.toString())
    .map(maskEvent)
    .filter(event => event !== null)
  const times = events.map(({ timestamp }) => timestamp).filter(time => Math.abs(time) <= MAX_TIME)
  if (events.length === 0 || times.length < events.length) throw invalid({ events: ['There is no event in it.'] })
  return {
    events: events.length,
    from_at: new Date(times.reduce((one, other) => Math.min(one, other))),
    to_at: new Date(times.reduce((one, other) => Math.max(one, other))),
    marks: marksOf(events),
    body: await compress(JSON.stringify(events)),
  }
}

function refuseUnpacking(error: unknown): never {
  if (error instanceof RangeError) throw new Refusal('too_large', 'A batch of events is too large.')
  throw invalid({ events: ['The events must be JSON, compressed by gzip.'] })
}

function eventsIn(text: string): unknown[] {
  const events = parsed(text)
  if (!Array.isArray(events)) throw invalid({ events: ['The events must be a list.'] })
  if (events.length > MAX_CHUNK_EVENTS) throw new Refusal('too_large', 'A batch holds too many events.')
  return events
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ events: ['The events must be JSON.'] })
  }
}

/** The events of a stored batch. */
export async function unpack(body: Buffer): Promise<Record<string, unknown>[]> {
  return JSON.parse((await decompress(body)).toString())
}
