import { useEffect, useState } from 'react'
import { openDialog, watchScreen } from './screenChanges.ts'

const FIELDS = 'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"])'

const isAtWork = (): boolean =>
  openDialog() !== null ||
  document.querySelector('[role="menu"]') !== null ||
  Boolean(document.activeElement?.matches(FIELDS))

/** Whether the person is in the middle of something: a dialog or a menu is open, or they are in a field. What can wait then stays small. */
export function useIsAtWork(): boolean {
  const [is, setIs] = useState(isAtWork)
  useEffect(() => watchScreen(() => setIs(isAtWork())), [])
  return is
}
