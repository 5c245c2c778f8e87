import type { ReactNode } from 'react'
import classes from './Figure.module.css'

interface FigureProps {
  label: string
  value: ReactNode
  /** What it is compared with, or who makes up most of it, in meta. */
  note?: ReactNode
  chart?: ReactNode
}

/** A figure with its label, a fact about it and a small chart. */
export function Figure({ label, value, note, chart }: FigureProps) {
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value}</span>
      {note && <span className={classes.note}>{note}</span>}
      {chart && <span className={classes.chart}>{chart}</span>}
    </div>
  )
}
