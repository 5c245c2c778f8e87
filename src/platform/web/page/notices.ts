import { useSyncExternalStore } from 'react'

/** How long a snackbar stays, and one whose action undoes something destructive. */
export const STAY_MS = 4_000
export const STAY_DESTRUCTIVE_MS = 8_000

export interface Notice {
  id: number
  message: string
  tone: 'done' | 'failed' | 'info'
  /** One action, such as Undo or Retry. */
  action: { label: string; run: () => void } | null
  /** Milliseconds; `null` stays until closed. */
  stay: number | null
  onClose: (() => void) | null
}

let notices: readonly Notice[] = []
let lastId = 0
const watchers = new Set<() => void>()

function set(next: readonly Notice[]): void {
  notices = next
  for (const watcher of watchers) watcher()
}

type NoticeOptions = Partial<Pick<Notice, 'tone' | 'action' | 'onClose' | 'stay'>> & { destructive?: boolean }

/** Says something at the bottom right. Returns the id with which `closeNotice` takes it away. */
export function notify(message: string, { destructive = false, ...options }: NoticeOptions = {}): number {
  lastId += 1
  const notice: Notice = {
    id: lastId,
    message,
    tone: options.tone ?? 'done',
    action: options.action ?? null,
    stay: options.stay === undefined ? (destructive ? STAY_DESTRUCTIVE_MS : STAY_MS) : options.stay,
    onClose: options.onClose ?? null,
  }
  set([...withRoom(notices, notice), notice])
  return notice.id
}

const MAX_SHOWN = 4

/**
 * Room for one more: the oldest that goes by itself gives way first, then the oldest of those that wait to be closed. Those leave one
 * place to what goes by itself: four reminders would otherwise hide what a press has done.
 */
function withRoom(shown: readonly Notice[], next: Pick<Notice, 'stay'>): readonly Notice[] {
  const waiting = shown.filter(({ stay }) => stay === null)
  const isFullOfWaiting = next.stay === null && waiting.length >= MAX_SHOWN - 1
  if (!isFullOfWaiting && shown.length < MAX_SHOWN) return shown
  const leaving = isFullOfWaiting ? waiting[0] : shown.find(({ stay }) => stay !== null)
  return shown.filter(one => one !== leaving)
}

/** Says that something failed, with a Retry when it can be tried again. */
export const notifyFailure = (message: string, retry?: () => void): number =>
  notify(message, { tone: 'failed', action: retry ? { label: 'Retry', run: retry } : null })

/** Puts a text on the clipboard and says so; where the browser does not let a page do that, says that instead. */
export async function copyText(text: string, said = 'Copied.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(said)
  } catch {
    notifyFailure('The browser blocked copying.')
  }
}

/** Takes a notice away. */
export function closeNotice(id: number): void {
  const notice = notices.find(known => known.id === id)
  if (!notice) return
  set(notices.filter(known => known.id !== id))
  notice.onClose?.()
}

/** What is shown at the bottom right right now. */
export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => notices,
  )
