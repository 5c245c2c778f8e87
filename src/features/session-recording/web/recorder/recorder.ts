import { dayAt, isCurrent, type Watched } from '../../rules/identification.ts'
import { BATCH_MS } from '../../rules/limits.ts'
import { type Batches, batchesOf } from './batches.ts'
import { discardIdentification, identificationFor } from './knownIdentification.ts'
import { type Marker, watchMarks } from './marks.ts'
import { recordPage, recordWholePage } from './record.ts'

/** Records the screen of somebody. */
export interface Recorder {
  /** Says which page is open, by its address without ids and names. */
  open(page: string): void
  stop(): void
}

/**
 * Records until it is stopped. At a new day it begins anew with an identification of that day; whoever else signs in gets a recorder of
 * their own. What cannot be sent is dropped: the work of the person comes first.
 */
export function startRecorder(watched: Watched, zone: string): Recorder {
  let page = '/'
  let current: { end(): void; mark: Marker } | null = null
  let isStopped = false

  const begin = async () => {
    const identification = await identificationFor(watched, zone)
    if (isStopped) return
    const batches = batchesOf(identification)
    const isOver = () => !isCurrent(identification, watched, dayAt(new Date(), zone))
    current = follow(batches, isOver, {
      restart: () => void begin().catch(() => undefined),
      isStopped: () => isStopped,
    })
    current.mark('page', page)
  }
  void begin().catch(() => undefined)

  return {
    open(next) {
      page = next
      current?.mark('page', next)
    },
    stop() {
      isStopped = true
      current?.end()
    },
  }
}

/** Records the page and sends what comes together, until the day is over or the server wants no more. */
function follow(
  batches: Batches,
  isOver: () => boolean,
  { restart, isStopped }: { restart(): void; isStopped(): boolean },
): { end(): void; mark: Marker } {
  const add = (event: unknown) => {
    if (batches.add(event)) void send()
  }
  const mark: Marker = (tag, text) => add({ type: 5, timestamp: Date.now(), data: { tag, payload: { text } } })
  const stopRecording = recordPage(add)
  const stopMarks = watchMarks(mark)
  const timer = setInterval(() => void send(), BATCH_MS)
  const end = () => {
    clearInterval(timer)
    stopMarks()
    stopRecording()
  }
  const send = async () => {
    const isNewDay = isOver()
    const sent = isNewDay ? 'over' : await batches.send()
    if (isStopped() || sent === 'stored' || sent === 'nothing') return
    if (sent === 'lost') return recordWholePage()
    end()
    if (sent === 'refused') return
    if (!isNewDay) discardIdentification()
    restart()
  }
  return { end, mark }
}
