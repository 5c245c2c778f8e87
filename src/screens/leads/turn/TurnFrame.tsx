import type { ReactNode } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './Turn.module.css'

interface TurnFrameProps {
  label: string
  /** What stands beside the card: the lead that comes next. */
  aside?: ReactNode
  children: ReactNode
  onLeave(): void
}

/** The card over the list; on a phone the whole window. */
export function TurnFrame({ label, aside, children, onLeave }: TurnFrameProps) {
  const wide = useIsWide()
  return (
    <Dialog
      opened
      onClose={onLeave}
      withCloseButton={false}
      // Its own key leaves, so that it does not when a menu or a dialog over it closes.
      closeOnEscape={false}
      size={980}
      fullScreen={!wide}
      yOffset="max(24px, calc(50vh - 332px))"
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '', body: classes.frame ?? '' }}
      attributes={{ content: { 'aria-label': label, 'data-turn': '' } }}
    >
      <div className={classes.card}>{children}</div>
      {wide && aside}
    </Dialog>
  )
}
