/** A channel of the stand-in. */
interface FakeChannel {
  id: string
  resourceId: string
  token: string
  address: string
  calendar: string
  expires_at: number
  messages: number
}

/** Calls the addresses that watch a calendar, as the service does: headers only, no body. */
export class FakeChannels {
  readonly #channels = new Map<string, FakeChannel>()
  readonly #used = new Set<string>()
  readonly #calls = new Set<Promise<unknown>>()
  #serial = 0

  /** Opens a channel and says so to its address; `null` when the id was used before. */
  open(asked: Pick<FakeChannel, 'id' | 'token' | 'address' | 'calendar' | 'expires_at'>): FakeChannel | null {
    if (this.#used.has(asked.id)) return null
    this.#used.add(asked.id)
    const channel = { ...asked, resourceId: `resource-${++this.#serial}`, messages: 0 }
    this.#channels.set(channel.id, channel)
    this.#call(channel, 'sync')
    return channel
  }

  stop(id: string, resourceId: string): boolean {
    return this.#channels.get(id)?.resourceId === resourceId && this.#channels.delete(id)
  }

  /** Says that something changed in a calendar. */
  notify(calendar: string, now: Date): void {
    for (const channel of this.#channels.values())
      if (channel.calendar === calendar && channel.expires_at > now.getTime()) this.#call(channel, 'exists')
  }

  /** The channels that are open now. */
  get current(): readonly Readonly<FakeChannel>[] {
    return [...this.#channels.values()]
  }

  /** Waits until nobody is being called. */
  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls)
  }

  #call(channel: FakeChannel, state: 'sync' | 'exists'): void {
    channel.messages += 1
    const headers = {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': channel.token,
      'x-goog-channel-expiration': new Date(channel.expires_at).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(channel.messages),
    }
    const call = fetch(channel.address, { method: 'POST', headers })
      .then(answer => answer.body?.cancel())
      .catch(() => undefined)
      .finally(() => this.#calls.delete(call))
    this.#calls.add(call)
  }
}
