/** Something that happens in the browser's platform layer and that the shell reacts to. */
export interface Signal<Value> {
  emit(value: Value): void
  /** Returns the function that stops listening. */
  listen(listener: (value: Value) => void): () => void
}

/** Makes a signal. */
export function createSignal<Value>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
