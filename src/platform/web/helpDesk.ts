import { useSyncExternalStore } from 'react'

declare global {
  interface Window {
    /** Set by the help desk's script: opens its form. */
    openHelpDesk?: () => void
  }
}

let loaded = false
const watchers = new Set<() => void>()

/** Loads the help desk's script, if the installation has one. */
export function loadHelpDesk(address: string, nonce: string): void {
  if (!address || document.getElementById('help-desk')) return
  const script = Object.assign(document.createElement('script'), { id: 'help-desk', src: address, async: true, nonce })
  script.addEventListener('load', () => {
    loaded = true
    for (const watcher of watchers) watcher()
  })
  document.head.append(script)
}

/** Whether the help desk has loaded; only then it is offered. */
export const useHelpDesk = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => loaded,
  )

/** Opens the help desk's form. */
export function openHelpDesk(): void {
  if (window.openHelpDesk) window.openHelpDesk()
  else dispatchEvent(new CustomEvent('help-desk:open'))
}
