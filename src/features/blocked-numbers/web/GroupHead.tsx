import type { ReactNode } from 'react'
import classes from './BlockedNumbers.module.css'

/** The line above a group of rows. */
export function GroupHead({ title, count, note }: { title: string; count: number; note: ReactNode }) {
  return (
    <header className={classes.group}>
      <h2>{title}</h2>
      <span className={classes.count}>{count}</span>
      <span className={classes.note}>{note}</span>
    </header>
  )
}
