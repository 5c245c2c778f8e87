import type { Viewer } from '../context.ts'
import { Refusal } from '../errors.ts'
import { coalesce, type Reading, visibleTo } from './changes.ts'
import { ANYTHING, type Identify, LiveStream } from './stream.ts'

/** Most streams of one user: beyond, the oldest ends, as the newest belongs to the tab that is looked at. */
const MAX_STREAMS_OF_USER = 20
/** Seconds after which a browser asks again that a full process had no room for. */
const RETRY_WHEN_FULL = 30
/** So many streams are looked up at once when people change; more would leave requests without a connection. */
const LOOKUPS_AT_ONCE = 4

/** What the streams of a process are bound by. */
export interface LiveStreamsOptions {
  /** Topic of the changes after which a token may stand for other rights, or for nobody. */
  identityTopic: string
  /** Most streams at once. */
  maxStreams: number
  /** Rejects with a `Refusal` while somebody must be out although their session goes on; asked before each message, so it must be cheap. */
  admit?: (viewer: Viewer) => Promise<void>
}

/** Whether somebody was refused. A database that is away refuses nobody: streams outlast it. */
const isRefused = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => false,
    error => error instanceof Refusal,
  )

/** The streams of a process, from the oldest to the newest. */
export class LiveStreams {
  private readonly streams = new Set<LiveStream>()
  private readonly options: LiveStreamsOptions

  constructor(options: LiveStreamsOptions) {
    this.options = options
  }

  get size(): number {
    return this.streams.size
  }

  has(stream: LiveStream): boolean {
    return this.streams.has(stream)
  }

  /** Adds the stream of whoever asks; ends the oldest of a user with too many. */
  async open(identify: Identify): Promise<LiveStream> {
    const stream = new LiveStream(await identify(), identify)
    this.makeRoom(stream.userId)
    this.streams.add(stream)
    stream.once('close', () => this.streams.delete(stream))
    // Who they are may have changed before the stream was among those that are asked again.
    await this.identifyAgain(stream)
    return stream
  }

  /** Publishes what was read, to each what its user may see now. */
  async publish({ changes, isComplete, position }: Reading): Promise<void> {
    const ofPeople = changes.filter(({ topic }) => topic === this.options.identityTopic)
    const concerned = [...this.streams].filter(
      stream => !isComplete || ofPeople.some(({ audience }) => stream.concerns(audience)),
    )
    // Before anything is published, so that nobody hears of it with rights that they have lost.
    for (let start = 0; start < concerned.length; start += LOOKUPS_AT_ONCE)
      await Promise.all(concerned.slice(start, start + LOOKUPS_AT_ONCE).map(stream => this.identifyAgain(stream)))
    await this.endRefused()
    for (const stream of this.streams)
      stream.publish(isComplete ? coalesce(visibleTo(stream.channels, changes)) : [ANYTHING], position.horizon)
  }

  /** Ends the streams of those who must be out, and has the others know that the connection is there. */
  async beat(): Promise<void> {
    await this.endRefused()
    for (const stream of this.streams) stream.beat()
  }

  /** Ends streams whose session is over although nobody ended it, as nothing tells of that. */
  async sweep(): Promise<void> {
    const streams = [...this.streams]
    for (let start = 0; start < streams.length; start += LOOKUPS_AT_ONCE)
      await Promise.all(
        streams
          .slice(start, start + LOOKUPS_AT_ONCE)
          .map(stream => isRefused(stream.identify()).then(isOver => isOver && this.endOne(stream))),
      )
  }

  /** Ends all of them. */
  end(): void {
    for (const stream of this.streams) this.endOne(stream)
  }

  private async endRefused(): Promise<void> {
    const { admit } = this.options
    if (!admit) return
    await Promise.all(
      [...this.streams].map(stream => isRefused(admit(stream.viewer)).then(isOut => isOut && this.endOne(stream))),
    )
  }

  private async identifyAgain(stream: LiveStream): Promise<void> {
    const signedIn = await stream.identify().catch(() => null)
    if (signedIn) stream.follow(signedIn)
    else this.endOne(stream)
  }

  private makeRoom(userId: number): void {
    const [oldest, ...others] = [...this.streams].filter(stream => stream.userId === userId)
    if (oldest && others.length + 1 >= MAX_STREAMS_OF_USER) this.endOne(oldest, { replaced: true })
    else if (this.streams.size >= this.options.maxStreams)
      throw new Refusal('unavailable', 'Too many live connections. Try again shortly.', {
        retryAfter: RETRY_WHEN_FULL,
      })
  }

  private endOne(stream: LiveStream, how?: { replaced: boolean }): void {
    this.streams.delete(stream)
    stream.end(how)
  }
}
