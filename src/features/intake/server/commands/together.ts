/** Something that waits to be dealt with, and whoever asked for it. */
interface Waiting<Item, Result> {
  item: Item
  settled: PromiseWithResolvers<Result>
}

/** How some of a kind are dealt with at once. */
interface Dealing<Item, Result> {
  /** One result for each item, in their order. */
  deal(items: readonly Item[]): Promise<readonly Result[]>
  /** What an item weighs. */
  weigh(item: Item): number
  /** Weight of what is dealt with at once; an item that weighs more waits for nobody. */
  most: number
}

/**
 * What arrives while others of its kind are being dealt with waits for those and is then dealt with together, in the order in
 * which it came. A transaction asks the database nearly as much for one as for twenty.
 */
export class Together<Item, Result> {
  readonly #waiting: Waiting<Item, Result>[] = []
  readonly #dealing: Dealing<Item, Result>
  #isBusy = false

  constructor(dealing: Dealing<Item, Result>) {
    this.#dealing = dealing
  }

  /** Returns when it was dealt with; fails where what it was dealt with in fails. */
  add(item: Item): Promise<Result> {
    const settled = Promise.withResolvers<Result>()
    if (this.#dealing.weigh(item) > this.#dealing.most) void this.#deal([{ item, settled }])
    else {
      this.#waiting.push({ item, settled })
      if (!this.#isBusy) void this.#run()
    }
    return settled.promise
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    // What arrives in the same moment goes along.
    await Promise.resolve()
    for (let taken = this.#take(); taken.length > 0; taken = this.#take()) await this.#deal(taken)
    this.#isBusy = false
  }

  async #deal(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#dealing.deal(taken.map(({ item }) => item))
      for (const [index, { settled }] of taken.entries()) settled.resolve(results[index] as Result)
    } catch (error) {
      for (const { settled } of taken) settled.reject(error)
    }
  }

  #take(): Waiting<Item, Result>[] {
    let weight = 0
    const past = this.#waiting.findIndex(({ item }) => {
      weight += this.#dealing.weigh(item)
      return weight > this.#dealing.most
    })
    return this.#waiting.splice(0, past < 0 ? this.#waiting.length : past)
  }
}
