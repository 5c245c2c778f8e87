import { useEffect } from 'react'

/** The element that has the focus; of an entry of a menu, which is gone a moment later, the button that opened the menu. */
function holder(): HTMLElement | null {
  const held = document.activeElement
  const menu = held?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : held
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/**
 * Gives the focus back to where it was when what lies over the page opened, once it is gone. The dialogs of Mantine do so
 * when they are told to close, not when they are taken out of the page (WCAG 2.2, 2.4.3).
 */
export function useFocusBack(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const before = holder()
    return () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere) before?.focus({ preventScroll: true })
    }
  }, [isOpen])
}
