import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { closePeek } from '../../../features/leads/web/client/peek.ts'
import type { PeekedLead } from '../../../features/leads/web/client/peekList.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { useFocusBack } from '../../../platform/ui/dialogs/useFocusBack.ts'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import classes from './Peek.module.css'
import { PeekHead } from './PeekHead.tsx'
import type { PeekSteps } from './steps.ts'

export interface PeekFrameProps {
  lead: PeekedLead
  steps: PeekSteps
  children: ReactNode
}

const keys = [
  { printed: 'J K', label: 'move' },
  { printed: '↵', label: 'open' },
  { printed: 'Space', label: 'close' },
]

/** The peek at the right edge of the list, which goes on working under it: the focus stays where it is. */
export function PeekCard({ lead, children }: PeekFrameProps) {
  useFocusBack(true)
  return createPortal(
    <aside className={classes.card} aria-label={`Peek: ${leadName(lead)}`} data-peek>
      <PeekHead lead={lead}>
        <ActionIcon aria-label="Close" onClick={closePeek}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </PeekHead>
      <div className={classes.body}>{children}</div>
      <footer className={classes.foot}>
        {keys.map(({ printed, label }) => (
          <span key={label} data-hints>
            <KeyHint keys={printed} /> {label}
          </span>
        ))}
      </footer>
    </aside>,
    document.body,
  )
}
