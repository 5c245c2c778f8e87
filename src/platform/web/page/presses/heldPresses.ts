import { useSyncExternalStore } from 'react'
import { closeNotice, notify, notifyFailure } from '../notices.ts'
import { watchLinkPresses } from './linkPresses.ts'

/** A part that takes longer than this counts as one that could not be fetched. */
const LONGEST_WAIT_MS = 15_000

interface Holding {
  /** The links, as a selector. */
  links: string
  /** Said while a press waits. */
  waiting: string
  /** Said when the part does not come, and the device's own program opens. */
  failed: string
  /** Whether such a part is on its way at all; always when left out. */
  isDue?: () => boolean
}

/** Presses on links that wait for the part of the product which takes them over. */
export interface HeldPresses {
  /** Fetches the part; when that fails the device's own program opens. */
  fetching<Part>(load: () => Promise<Part>): () => Promise<Part>
  /** The part is there: what was pressed is pressed again, and nothing is held from now on. */
  settle(): void
  /** Whether a press waits: its part is fetched at once then. */
  useIsPressed(): boolean
}

/**
 * Holds presses on links from the start of the page on: on a slow phone somebody presses before what takes the press over is
 * fetched, and would else be led out of the product. Says that it is coming; who closes that calls the press off.
 */
export function holdPresses({ links, waiting, failed, isDue = () => true }: Holding): HeldPresses {
  let held: { link: HTMLAnchorElement; notice: number; timer: ReturnType<typeof setTimeout> } | null = null
  let isMissing = false
  let isPressing = false
  const watchers = new Set<() => void>()

  const take = () => {
    const taken = held
    held = null
    if (!taken) return null
    clearTimeout(taken.timer)
    closeNotice(taken.notice)
    for (const watcher of watchers) watcher()
    return taken.link
  }
  const pressAgain = (link: HTMLAnchorElement) => {
    isPressing = true
    document.body.append(link)
    link.click()
    link.remove()
    isPressing = false
  }
  const fail = () => {
    isMissing = true
    const link = take()
    if (!link) return
    notifyFailure(failed)
    pressAgain(link)
  }
  const press = (pressed: HTMLAnchorElement) => {
    take()
    const link = document.createElement('a')
    link.href = pressed.href
    Object.assign(link.dataset, pressed.dataset)
    held = {
      link,
      notice: notify(waiting, { tone: 'info', stay: null, onClose: () => void take() }),
      timer: setTimeout(fail, LONGEST_WAIT_MS),
    }
    if (isMissing) fail()
    for (const watcher of watchers) watcher()
  }
  // The build reads what holds presses, too, and presses nothing.
  const stop =
    'document' in globalThis
      ? watchLinkPresses(links, (_said, link) => press(link), { isOurs: () => !isPressing && isDue() })
      : () => undefined

  return {
    fetching: load => async () => {
      try {
        const part = await load()
        isMissing = false
        return part
      } catch (error) {
        fail()
        throw error
      }
    },
    settle() {
      stop()
      const link = take()
      if (link) pressAgain(link)
    },
    useIsPressed: () =>
      useSyncExternalStore(
        watcher => {
          watchers.add(watcher)
          return () => void watchers.delete(watcher)
        },
        () => held !== null,
      ),
  }
}
