import { Button } from '@mantine/core'
import { count } from '../web/text.ts'
import classes from './Pages.module.css'

interface PagesProps {
  /** From 1. */
  page: number
  of: number
  onPage(page: number): void
  /** The pages of what; there may be several on a screen. */
  label: string
  /** What stands on the two buttons. */
  text?: readonly [back: string, on: string]
  /** In a section that has an inset of its own. */
  flush?: boolean
}

/** The way through pages; nothing where there is one. */
export function Pages({ page, of, onPage, label, text: [back, on] = ['Previous', 'Next'], flush }: PagesProps) {
  if (of <= 1) return null
  return (
    <nav className={classes.pages} aria-label={label} data-flush={flush || undefined}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {back}
      </Button>
      <span>
        {count(page)} of {count(of)}
      </span>
      <Button variant="default" disabled={page >= of} onClick={() => onPage(page + 1)}>
        {on}
      </Button>
    </nav>
  )
}
