import type { ReactNode } from 'react'
import classes from './Ring.module.css'

interface RingProps {
  /** 0 to 1, clockwise from twelve. */
  turn: number
  /** Pixels; a number fits inside from 42, a time from 50. */
  size: number
  /** What the ring says, for people who cannot see it; empty where the text beside it says so. */
  label: string
  color?: string
  /** Pixels; about a tenth of the size when left out. */
  thickness?: number
  children?: ReactNode
}

/** A ring that fills clockwise: score, countdown, campaign, checklist. */
export function Ring({ turn, size, label, color = 'var(--kt-accent)', thickness, children }: RingProps) {
  const width = thickness ?? Math.max(2, Math.round(size / 12))
  const radius = (size - width) / 2
  const length = 2 * Math.PI * radius
  return (
    <span
      className={classes.box}
      style={{ width: size, height: size }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <svg width={size} height={size} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} className={classes.track} />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={width}
          // The round end of nothing would be a dot.
          stroke={turn > 0 ? color : 'none'}
          className={classes.value}
          strokeDasharray={`${length * Math.min(1, Math.max(0, turn))} ${length}`}
        />
      </svg>
      <span className={classes.inside} aria-hidden="true">
        {children}
      </span>
    </span>
  )
}
