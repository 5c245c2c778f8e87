import { useSyncExternalStore } from 'react'

export interface Question {
  message: string
  title?: string
  /** The confirming button is red. */
  destructive?: boolean
}
interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
const watchers = new Set<() => void>()

function set(next: Asked | null): void {
  asked = next
  for (const watcher of watchers) watcher()
}

/** Asks before something that cannot be taken back. Resolves to whether CONFIRM was pressed. */
export function confirm(question: Question | string): Promise<boolean> {
  return new Promise(resolve => {
    asked?.answer(false)
    set({
      ...(typeof question === 'string' ? { message: question } : question),
      answer(yes) {
        set(null)
        resolve(yes)
      },
    })
  })
}

/** The question that waits for an answer. */
export const useQuestion = (): Asked | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => asked,
  )
