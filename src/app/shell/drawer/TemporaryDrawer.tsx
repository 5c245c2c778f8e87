import { type MouseEvent, useEffect, useRef } from 'react'
import classes from './Drawer.module.css'
import { DrawerContent } from './Drawer.tsx'

/** The temporary drawer of narrow windows; closes on a choice, Esc and a press beside it. */
export function TemporaryDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (opened) dialog.current?.showModal()
    else dialog.current?.close()
  }, [opened])
  const onPress = (event: MouseEvent) => {
    const chosen = event.target instanceof Element && event.target.closest('a, button') !== null
    if (chosen || event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog ref={dialog} className={classes.dialog} aria-label="Menu" onClose={onClose} onClick={onPress}>
      <nav className={classes.drawer} data-open data-temporary aria-label="Main navigation">
        {opened && <DrawerContent />}
      </nav>
    </dialog>
  )
}
