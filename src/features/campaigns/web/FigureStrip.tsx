import type { ReactNode } from 'react'
import classes from './FigureStrip.module.css'

interface FigureStripProps {
  children: ReactNode
  /** A picture of the same people beside their figures, for which a phone has no room. */
  picture?: { caption: string; image: ReactNode }
}

/** Figures side by side; on a phone two in a row. */
export function FigureStrip({ children, picture }: FigureStripProps) {
  return (
    <div className={classes.strip} data-pictured={picture ? '' : undefined}>
      {children}
      {picture && (
        <div className={classes.picture}>
          <span>{picture.caption}</span>
          {picture.image}
        </div>
      )}
    </div>
  )
}
