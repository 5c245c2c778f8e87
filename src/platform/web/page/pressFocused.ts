/**
 * Presses the button or link that has the focus. A screen that gives a meaning of its own to Enter or Space asks this
 * first, so that the key still works for whoever moves by Tab.
 */
export function pressFocused(pressable = 'a, button, [role="menuitem"]'): boolean {
  const focused = document.activeElement
  const target = focused instanceof HTMLElement ? focused.closest<HTMLElement>(pressable) : null
  target?.click()
  return target !== null
}
