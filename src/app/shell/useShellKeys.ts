import { useMemo } from 'react'
import { type Shortcut, useShortcuts } from '../../platform/web/page/keys.ts'
import { openOverlay } from '../../platform/web/page/overlays.ts'
import { useButtons, useGoTo } from './drawer/usePages.ts'

/** The keys that work on every screen. */
export function useShellKeys(): void {
  const buttons = useButtons()
  const goTo = useGoTo()
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      {
        keys: 'mod+k',
        label: 'Search people, screens, actions',
        group: 'Move',
        run: () => openOverlay('palette'),
        whileTyping: true,
      },
      {
        keys: '?',
        label: 'Keyboard shortcuts',
        group: 'General',
        run: () => openOverlay('keys'),
        needsKeyboard: true,
      },
      ...buttons.flatMap(entry =>
        entry.key === null
          ? []
          : [{ keys: `g ${entry.key}`, label: entry.tooltip, group: 'Go to', run: () => goTo(entry.path) }],
      ),
    ],
    [buttons, goTo],
  )
  useShortcuts(shortcuts)
}
