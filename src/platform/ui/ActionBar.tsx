import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../web/text.ts'
import classes from './ActionBar.module.css'

interface ActionBarProps {
  /** What is chosen, such as "Selected leads". */
  label: string
  size: number
  /** Chooses all the others; nothing when all are chosen. */
  all: { label: string; isBusy: boolean; run(): void } | null
  /** What can be done with them: buttons. */
  children: ReactNode
  onClear(): void
}

/** Floats over a list while some of it is chosen, and says what can be done with that. */
export function ActionBar({ label, size, all, children, onClear }: ActionBarProps) {
  return (
    <div className={classes.place}>
      <div className={classes.bar} data-keep-clear role="toolbar" aria-label={label}>
        <output className={classes.size}>{count(size)} selected</output>
        {all && (
          <button type="button" className={classes.quiet} disabled={all.isBusy} onClick={all.run}>
            {all.label}
          </button>
        )}
        <span className={classes.divider} />
        <div className={classes.actions}>{children}</div>
        <span className={classes.divider} />
        <button type="button" className={classes.close} aria-label="Clear the selection" onClick={onClear}>
          <IconX size={15} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}
