import { Readable } from 'node:stream'
import type { LiveChange } from '../wire/live.ts'

/** A browser that reads slower than this many bytes pile up is told to fetch everything again. */
const MOST_WAITING_BYTES = 64 * 1024
/** Says that everything may have changed. */
export const ANYTHING: LiveChange = { topic: '*', ids: [] }

/** One browser's stream. Holds at most one "fetch everything" when the browser is slow. */
export class LiveStream extends Readable {
  channels: ReadonlySet<string>
  private lagging = false

  constructor(channels: ReadonlySet<string>) {
    super({ highWaterMark: MOST_WAITING_BYTES })
    this.channels = channels
    this.push('retry: 2000\n\n')
  }

  override _read(): void {}

  /** The moment at which a slow browser has taken everything: it is told once that it missed something. */
  override read(size?: number): unknown {
    const chunk: unknown = super.read(size)
    if (this.lagging && this.readableLength === 0) this.tellAnything()
    return chunk
  }

  private tellAnything(): void {
    this.lagging = false
    this.push(`data: ${JSON.stringify([ANYTHING])}\n\n`)
  }

  tell(changes: readonly LiveChange[], token: string): void {
    if (this.lagging || this.destroyed || changes.length === 0) return
    const message = `id: ${token}\ndata: ${JSON.stringify(changes)}\n\n`
    if (this.readableLength + message.length <= MOST_WAITING_BYTES) this.push(message)
    else if (this.readableLength === 0) this.tellAnything()
    else this.lagging = true
  }

  beat(): void {
    if (!this.lagging && !this.destroyed) this.push(': still here\n\n')
  }
}
