import { useEffect, useRef, useSyncExternalStore } from 'react'

/** One keyboard shortcut: `n`, `T` (with Shift), `mod+k` (Ctrl or ⌘), `g l` (one after the other), `?`. */
export interface Shortcut {
  keys: string
  label: string
  group: string
  run: () => void
  /** Also while typing in a field. */
  whileTyping?: boolean
  /** It is about keys, or about the line that they are at: nothing where there are none. */
  needsKeyboard?: boolean
}

/** Time between the two keys of `g l`. */
const SEQUENCE_MS = 1200
const registered = new Set<Shortcut>()
const watchers = new Set<() => void>()
let list: readonly Shortcut[] = []
let first: { key: string; at: number } | null = null

function publish(): void {
  list = [...registered]
  for (const watcher of watchers) watcher()
}

/** The name of a key press as shortcuts write it. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string },
): string {
  const isSign = event.key.length === 1
  // A Mac types å for Option and A: with that key it is the place on the keyboard that counts.
  const place = event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = place ? place.toLowerCase() : isSign && !event.shiftKey ? event.key.toLowerCase() : event.key
  const shift = event.shiftKey && !isSign ? 'shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${key}`
}

/** The shortcut for a press; the one registered last wins, so that a panel may take a key from its screen. */
export function shortcutFor(
  shortcuts: readonly Shortcut[],
  pressed: string,
  before: string | null,
  typing: boolean,
): Shortcut | null {
  const allowed = shortcuts.filter(shortcut => !typing || shortcut.whileTyping)
  const last = (keys: string) => allowed.findLast(shortcut => shortcut.keys === keys) ?? null
  // A key that means nothing of its own under Shift is the plain key.
  const plain = pressed.toLowerCase()
  return (before === null ? null : last(`${before} ${plain}`)) ?? last(pressed) ?? last(plain)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function onPress(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = keyOf(event)
  const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : null
  const shortcut = shortcutFor(list, pressed, before, isTyping(event.target))
  first = shortcut ? null : { key: pressed, at: event.timeStamp }
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Adds shortcuts; returns the function that takes them away. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  if (registered.size === 0) document.addEventListener('keydown', onPress)
  for (const shortcut of shortcuts) registered.add(shortcut)
  publish()
  return () => {
    for (const shortcut of shortcuts) registered.delete(shortcut)
    if (registered.size === 0) document.removeEventListener('keydown', onPress)
    publish()
  }
}

/** Shortcuts of a screen or panel while it is shown. The handlers may change; the keys must not. */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled = true): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const names = shortcuts.map(({ run: _run, ...name }) => name)
  const signature = JSON.stringify(names)
  useEffect(() => {
    if (!enabled) return
    const stable = (JSON.parse(signature) as Omit<Shortcut, 'run'>[]).map((name, index) => ({
      ...name,
      run: () => latest.current[index]?.run(),
    }))
    return registerShortcuts(stable)
  }, [enabled, signature])
}

/** Shortcuts about the line of a list that the keys are at. */
export const useLineShortcuts = (shortcuts: readonly Shortcut[]): void =>
  useShortcuts(shortcuts.map(shortcut => ({ ...shortcut, needsKeyboard: true })))

/** Every shortcut that works right now, for the list that `?` shows. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => list,
  )
}
