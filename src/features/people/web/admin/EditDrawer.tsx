import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../../../../platform/ui/dialogs/useFocusBack.ts'
import classes from './EditDrawer.module.css'

interface EditDrawerProps {
  title: string
  size: number
  onClose: () => void
  children: ReactNode
}

/** A form at the right edge; on a phone it takes the whole screen. */
export function EditDrawer({ title, size, onClose, children }: EditDrawerProps) {
  useFocusBack(true)
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={size}
      classNames={{ overlay: classes.overlay, content: classes.content, body: classes.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
