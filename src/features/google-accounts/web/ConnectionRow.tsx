import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ConnectionRow.module.css'

interface ConnectionRowProps {
  icon: Icon
  title: string
  /** How it stands, beside the title. */
  state: ReactNode
  /** What it is for, in paragraphs. */
  about: ReactNode
  /** Figures and buttons, beside all that where there is room. */
  children?: ReactNode
}

/** A service of Google on the page of a person's connections. */
export function ConnectionRow({ icon: ServiceIcon, title, state, about, children }: ConnectionRowProps) {
  return (
    <section className={classes.row} aria-label={title}>
      <ServiceIcon size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.about}>
        <h2>
          {title} {state}
        </h2>
        {about}
      </div>
      {children && <div className={classes.controls}>{children}</div>}
    </section>
  )
}
