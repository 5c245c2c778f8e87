/** The events of one request, and whoever waits until they are dealt with. */
interface Waiting {
  ids: readonly number[]
  settled: PromiseWithResolvers<void>
}

/** Deals with stored events of one source. */
export type Deal = (ids: readonly number[]) => Promise<void>

/**
 * Events of a source that arrive while others of it are being dealt with: they wait for those and are then dealt with together,
 * in the order in which they came. A transaction asks the database nearly as much for one event as for twenty.
 */
export class Together {
  readonly #waiting: Waiting[] = []
  readonly #deal: Deal
  readonly #most: number
  #isBusy = false

  /** `most`: events at once; a request that brings more waits for nobody. */
  constructor(deal: Deal, most: number) {
    this.#deal = deal
    this.#most = most
  }

  /** Returns when these events were dealt with; fails where what they were dealt with in fails. */
  add(ids: readonly number[]): Promise<void> {
    if (ids.length > this.#most) return this.#deal(ids)
    const settled = Promise.withResolvers<void>()
    this.#waiting.push({ ids, settled })
    if (!this.#isBusy) void this.#run()
    return settled.promise
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    for (let taken = this.#take(); taken.length > 0; taken = this.#take()) {
      try {
        await this.#deal(taken.flatMap(({ ids }) => ids))
        for (const { settled } of taken) settled.resolve()
      } catch (error) {
        for (const { settled } of taken) settled.reject(error)
      }
    }
    this.#isBusy = false
  }

  #take(): Waiting[] {
    let events = 0
    const past = this.#waiting.findIndex(({ ids }) => {
      events += ids.length
      return events > this.#most
    })
    return this.#waiting.splice(0, past < 0 ? this.#waiting.length : past)
  }
}
