import type { ReactNode } from 'react'
import classes from './FormGroup.module.css'

interface FormGroupProps {
  title: string
  /** What its fields are about, in a few words. */
  note: string
  children: ReactNode
}

/** Fields that belong together, beside their title, or below it where there is no room. */
export function FormGroup({ title, note, children }: FormGroupProps) {
  return (
    <section className={classes.group} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{note}</p>
      </header>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
