/** What a feature gives to a slot; `register` is called once, when the product starts. */
export interface Contribution {
  register(): void
}

/** A place on a screen that features fill which the screen does not know. */
export interface Slot<Name extends string, Part> {
  /** Parts that are fetched together with the screen: the module exports them under the name of the slot. */
  from(load: () => Promise<Record<Name, readonly Part[]>>): Contribution
  /** Fetches whatever was given. The screen waits for it as for its own script. */
  load(): Promise<void>
  /** All parts that were fetched, by their order. */
  parts(): readonly Part[]
}

/** Makes a slot. Parts stand by their `order`, whoever gave them. */
export function defineSlot<Name extends string, Part extends { order: number }>(name: Name): Slot<Name, Part> {
  const loads: (() => Promise<Record<Name, readonly Part[]>>)[] = []
  let parts: readonly Part[] = []
  return {
    from: load => ({ register: () => void loads.push(load) }),
    async load() {
      const modules = await Promise.all(loads.map(load => load()))
      parts = modules.flatMap(module => module[name]).sort((one, other) => one.order - other.order)
    },
    parts: () => parts,
  }
}
