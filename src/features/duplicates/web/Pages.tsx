import { Button } from '@mantine/core'
import classes from './Duplicates.module.css'

/** The way through pages; nothing where there is one. */
export function Pages({ page, of, onPage }: { page: number; of: number; onPage(page: number): void }) {
  if (of <= 1) return null
  return (
    <nav className={classes.pages} aria-label="Pages">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        {page} of {of}
      </span>
      <Button variant="default" disabled={page >= of} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
