import { Button, Drawer } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { closePeek } from '../../../features/leads/web/client/peek.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { useFocusBack } from '../../../platform/ui/dialogs/useFocusBack.ts'
import { useSwipe } from '../../../platform/web/page/swipe.ts'
import classes from './Peek.module.css'
import type { PeekFrameProps } from './PeekCard.tsx'
import { PeekHead } from './PeekHead.tsx'

/** The peek as a sheet from below: swiped across it shows the next lead, and its buttons are at the thumb. */
export function PeekSheet({ lead, steps: { next, previous, open }, children }: PeekFrameProps) {
  useFocusBack(true)
  const swipe = useSwipe({ onLeft: () => next?.(), onRight: () => previous?.() })
  return (
    <Drawer.Root
      opened
      onClose={closePeek}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? '', body: classes.sheetFrame ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={`Peek: ${leadName(lead)}`} data-peek>
        <Drawer.Body {...swipe}>
          <PeekHead lead={lead}>
            <Drawer.CloseButton aria-label="Close" size={44} iconSize={20} />
          </PeekHead>
          <div className={classes.body}>{children}</div>
          <footer className={classes.thumbs}>
            <Button variant="default" aria-label="Previous lead" disabled={!previous} onClick={() => previous?.()}>
              <IconChevronLeft size={20} stroke={1.6} />
            </Button>
            <Button variant="default" aria-label="Next lead" disabled={!next} onClick={() => next?.()}>
              <IconChevronRight size={20} stroke={1.6} />
            </Button>
            <Button flex={1} onClick={open}>
              Open
            </Button>
          </footer>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
