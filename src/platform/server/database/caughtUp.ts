/** A place in the write-ahead log of a database. */
export interface Place {
  lsn: string
  /** What a primary and its replicas have in common, and no others. */
  system: string
  database: string
}

/** Where the primary was at some moment. */
export interface Sample {
  /** When, in milliseconds of a clock that only goes forward. */
  at: number
  place: Place
  /** How far this process had read the live changes before. */
  position: string
}

/** What a replica was seen to have is relied on for this long, in milliseconds: the oldest that it may answer with. */
export const MAX_AGE_MS = 1_200

/** How far a replica is known to have come: it has to reach a place in the log where the primary was a moment ago, again and again. */
export class CaughtUp {
  #waiting: Sample | null = null
  #reached: Sample | null = null

  /** Takes a new place of the primary. One that the replica has yet to reach stays for as long as it is worth something. */
  sampled(sample: Sample): void {
    if (this.#waiting === null || sample.at - this.#waiting.at > MAX_AGE_MS) this.#waiting = sample
  }

  /** The place to reach next. */
  get next(): Sample | null {
    return this.#waiting
  }

  /** The replica has come to the place that was next. */
  reached(): void {
    this.#reached = this.#waiting
    this.#waiting = null
  }

  /** The replica is away, and has to be seen again. */
  lost(): void {
    this.#waiting = null
    this.#reached = null
  }

  /** What the replica has for certain; `null` when that was too long ago. */
  known(now: number): Sample | null {
    return this.#reached && now - this.#reached.at <= MAX_AGE_MS ? this.#reached : null
  }
}
