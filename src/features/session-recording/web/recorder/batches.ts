import { ApiError } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { recordingCalls } from '../../contract.ts'
import { maskEvent, type RecordedEvent } from '../../rules/events.ts'
import type { Identification } from '../../rules/identification.ts'
import { BATCH_EVENTS, MAX_CHUNK_BYTES, MAX_CHUNK_EVENTS } from '../../rules/limits.ts'

/** What became of a batch: `lost` ones are not sent again, `over` asks for a new identification, `refused` for no more of them. */
export type Sent = 'stored' | 'nothing' | 'lost' | 'over' | 'refused'

/** Events of one page, sent batch by batch. */
export interface Batches {
  /** Takes an event; answers whether there are enough to be sent at once. */
  add(event: unknown): boolean
  /** Sends what has come together since. Never rejects. */
  send(): Promise<Sent>
}

/** Begins the batches of a page. */
export function batchesOf({ id }: Identification, run: string = crypto.randomUUID()): Batches {
  let events: unknown[] = []
  let number = 0
  return {
    add(event) {
      // A page that changes faster than it can be sent is not followed.
      if (events.length < MAX_CHUNK_EVENTS) events.push(event)
      return events.length >= BATCH_EVENTS
    },
    async send() {
      const masked = events.map(maskEvent).filter(event => event !== null)
      events = []
      if (masked.length === 0) return 'nothing'
      try {
        const blob = await compressed(masked)
        if (blob.size > MAX_CHUNK_BYTES) return 'lost'
        const { is_stored } = await call(recordingCalls.append, { id, run, number: number++, ...{ events: blob } })
        return is_stored ? 'stored' : 'refused'
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

function outcomeOf(error: unknown): Sent {
  if (!(error instanceof ApiError)) return 'lost'
  if (error.code === 'conflict' || error.code === 'not_found') return 'over'
  return error.code === 'forbidden' ? 'refused' : 'lost'
}

async function compressed(events: readonly RecordedEvent[]): Promise<Blob> {
  const stream = new Blob([JSON.stringify(events)]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).blob()
}
