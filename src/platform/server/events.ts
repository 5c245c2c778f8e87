import type { Change, ReadContext } from './context.ts'

type Listener<Payload> = (ctx: Change, payload: Payload) => Promise<void>

/** Something that happened in a feature, told upwards in the same transaction. */
export interface FeatureEvent<Payload> {
  name: string
  /** Registers a listener; called once, where the application is put together. */
  on(listener: Listener<Payload>): void
  /** Runs every listener, one after the other; a listener that fails undoes the whole transaction. */
  emit(ctx: Change, payload: Payload): Promise<void>
}

/** Declares an event. */
export function defineEvent<Payload>(name: string): FeatureEvent<Payload> {
  const listeners: Listener<Payload>[] = []
  return {
    name,
    on: listener => void listeners.push(listener),
    async emit(ctx, payload) {
      for (const listener of listeners) await listener(ctx, payload)
    },
  }
}

/** A place in an answer that features further up fill in, so that the asking feature need not know them. */
export interface Contribution<Asked, Part extends object> {
  from(contributor: (ctx: ReadContext, asked: Asked) => Promise<Partial<Part>>): void
  /** Everything that was contributed, over `empty`. */
  gather(ctx: ReadContext, asked: Asked): Promise<Part>
}

/** Declares such a place, with what it holds when nobody contributes. */
export function defineContribution<Asked, Part extends object>(empty: Part): Contribution<Asked, Part> {
  const contributors: ((ctx: ReadContext, asked: Asked) => Promise<Partial<Part>>)[] = []
  return {
    from: contributor => void contributors.push(contributor),
    async gather(ctx, asked) {
      const parts = await Promise.all(contributors.map(contribute => contribute(ctx, asked)))
      return Object.assign({}, empty, ...parts)
    },
  }
}
