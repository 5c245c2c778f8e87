import { useEffect } from 'react'
import { EXCLUDED_STATUS } from '../../../features/leads/rules.ts'
import { statusOfKey } from '../../../features/leads/web/pieces/statusKeys.ts'
import { useIsSnoozeAsked } from '../../../features/snooze/web/client/open.ts'
import { type Shortcut, useShortcuts } from '../../../platform/web/page/keys.ts'
import { useOverlay } from '../../../platform/web/page/overlays.ts'
import { pressFocused } from '../../../platform/web/page/pressFocused.ts'
import { useIsCallCardOpen } from '../../lead/call/madeCalls.ts'
import { useNoteTask } from '../../lead/modals/noteTask.ts'
import { statusKeys } from './dial.ts'

/** What the keys of turn mode do. */
export interface TurnActions {
  setStatus(status: number): void
  reach(how: 'call' | 'text' | 'email'): void
  addNote(): void
  addTask(): void
  snooze(): void
  next(): void
  previous(): void
  undo(): void
  open(): void
  leave(): void
}

const GROUP = 'Turn mode'

const shortcutsOf = (actions: TurnActions): Shortcut[] => [
  ...statusKeys.map(key => ({
    keys: key,
    label: key === '0' ? 'Set to Not interested' : `Set the status on ${key}`,
    group: GROUP,
    run: () => actions.setStatus(statusOfKey(key, 'dial') ?? EXCLUDED_STATUS),
  })),
  { keys: 'c', label: 'Call', group: GROUP, run: () => actions.reach('call') },
  { keys: 'm', label: 'Text', group: GROUP, run: () => actions.reach('text') },
  { keys: 'e', label: 'E-mail', group: GROUP, run: () => actions.reach('email') },
  { keys: 'n', label: 'Add a note', group: GROUP, run: actions.addNote },
  { keys: 't', label: 'Add a task', group: GROUP, run: actions.addTask },
  { keys: 'p', label: 'Snooze', group: GROUP, run: actions.snooze },
  { keys: 'j', label: 'Next lead', group: GROUP, run: actions.next },
  { keys: 'k', label: 'Previous lead', group: GROUP, run: actions.previous },
  { keys: 'z', label: 'Undo', group: GROUP, run: actions.undo },
  { keys: 'Enter', label: 'Open the lead', group: GROUP, run: () => pressFocused() || actions.open() },
  { keys: 'Escape', label: 'Leave', group: GROUP, run: actions.leave },
]

/** The keys of turn mode. Those of the list under it wait, and so do these while something lies over them. */
export function useTurnKeys(actions: TurnActions): void {
  const isAsking = useNoteTask() !== null
  const isCovered = useOverlay() !== null
  const isAfterCall = useIsCallCardOpen()
  const isSnoozing = useIsSnoozeAsked()
  const enabled = !isAsking && !isCovered && !isAfterCall && !isSnoozing
  useShortcuts(shortcutsOf(actions), enabled)
  useEffect(() => {
    if (!enabled) return
    addEventListener('keydown', holdBack, true)
    return () => removeEventListener('keydown', holdBack, true)
  }, [enabled])
}

const own: ReadonlySet<string> = new Set([...statusKeys, 'c', 'm', 'e', 'n', 't', 'p', 'j', 'k', 'z', '?', ' '])

/** Letters that mean something in the list under turn mode mean nothing in it. */
function holdBack(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
  if (!isTyping && !own.has(event.key.toLowerCase())) event.stopPropagation()
}
