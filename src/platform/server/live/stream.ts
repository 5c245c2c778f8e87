import { Readable } from 'node:stream'
import { type LiveChange, REPLACED } from '../../wire/live.ts'
import type { Audience, Viewer } from '../context.ts'
import type { SignedIn } from '../http/authenticate.ts'

/** A browser that reads slower than this many bytes pile up is told to fetch everything again. */
const MAX_WAITING_BYTES = 64 * 1024
/** A browser that does not read the end of its stream within this time is cut off. */
const END_MS = 5000
/** Says that everything may have changed. */
export const ANYTHING: LiveChange = { topic: '*', ids: [] }

/** Finds out anew who listens; rejects when they may no longer. */
export type Identify = () => Promise<SignedIn>

/** The channels on which a viewer hears of changes. */
export function channelsOf(viewer: Viewer): ReadonlySet<string> {
  return new Set<Audience>([
    'everyone',
    `user:${viewer.user_id}`,
    ...[...viewer.rights].map(right => `right:${right}` as const),
    ...viewer.reach.map(agent => `agent:${agent}` as const),
  ])
}

/** One browser's stream. Holds at most one "fetch everything" when the browser is slow. */
export class LiveStream extends Readable {
  /** Whose hand opened it. */
  readonly userId: number
  readonly identify: Identify
  viewer: Viewer
  channels: ReadonlySet<string>
  private lagging = false
  private ended = false

  constructor(signedIn: SignedIn, identify: Identify) {
    super({ highWaterMark: MAX_WAITING_BYTES })
    this.userId = signedIn.actor.user_id
    this.identify = identify
    this.viewer = signedIn.viewer
    this.channels = channelsOf(signedIn.viewer)
    this.push('retry: 2000\n\n')
  }

  override _read(): void {}

  /** The moment at which a slow browser has taken everything: it is told once that it missed something. */
  override read(size?: number): unknown {
    const chunk: unknown = super.read(size)
    if (this.lagging && this.readableLength === 0) this.sendAnything()
    return chunk
  }

  /** Applies the current rights of the viewer. A browser that may see more, or less, than before fetches everything. */
  follow({ viewer }: SignedIn): void {
    const channels = channelsOf(viewer)
    const isSame = channels.size === this.channels.size && [...channels].every(channel => this.channels.has(channel))
    this.viewer = viewer
    this.channels = channels
    if (!isSame && !this.ended) this.sendAnything()
  }

  /** Whether a change for this audience reaches the viewer, or the user who acts as them. */
  concerns(audience: readonly string[]): boolean {
    return audience.some(channel => this.channels.has(channel) || channel === `user:${this.userId}`)
  }

  /** Sends changes; `position` is what the browser resumes from. */
  publish(changes: readonly LiveChange[], position: string): void {
    if (this.lagging || this.ended || this.destroyed || changes.length === 0) return
    const message = `id: ${position}\ndata: ${JSON.stringify(changes)}\n\n`
    if (this.readableLength + message.length <= MAX_WAITING_BYTES) this.push(message)
    else if (this.readableLength === 0) this.sendAnything()
    else this.lagging = true
  }

  beat(): void {
    if (!this.lagging && !this.ended && !this.destroyed) this.push(': still here\n\n')
  }

  /** Ends it; `replaced` tells the browser that a newer stream of the same user took its place. */
  end({ replaced = false } = {}): void {
    if (this.ended || this.destroyed) return
    this.ended = true
    if (replaced) this.push(`event: ${REPLACED}\ndata: []\n\n`)
    this.push(null)
    setTimeout(() => this.destroy(), END_MS).unref()
  }

  private sendAnything(): void {
    this.lagging = false
    this.push(`data: ${JSON.stringify([ANYTHING])}\n\n`)
  }
}
