import { type DialHue, leadStatusDials } from '../theme/tokens.ts'
import classes from './Dial.module.css'

interface TurnProps {
  /** 0 to 1, clockwise from twelve. */
  turn: number
  hue: DialHue
  size?: number
}

const colorOf = (hue: DialHue) => (hue === 'ink4' ? 'var(--kt-ink-4)' : `var(--kt-${hue}-dot)`)

/** A dial that is turned so far. Decoration: the word beside it says the same. */
export function Turn({ turn, hue, size = 14 }: TurnProps) {
  // A circle half as wide, stroked to its centre, is a pie; its dash is how far it is turned.
  const length = 2 * Math.PI * 2
  return (
    <svg
      className={classes.dial}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      style={{ color: colorOf(hue) }}
      aria-hidden="true"
    >
      <circle cx="7" cy="7" r="6" className={classes.ring} />
      <circle cx="7" cy="7" r="2" className={classes.pie} strokeDasharray={`${length * turn} ${length}`} />
    </svg>
  )
}

/** The dial of a lead's status: -1 dashed, 0 slashed, 1 a dot, 2 to 8 a growing pie, 9 a check, 10 a house. */
export function LeadDial({ status, size = 14 }: { status: number; size?: number }) {
  const dial = leadStatusDials.find(known => known.value === status) ?? leadStatusDials[0]
  if (!dial) return null
  if (dial.value >= 2 && dial.value <= 8) return <Turn turn={dial.turn} hue={dial.hue} size={size} />
  return (
    <svg
      className={classes.dial}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      style={{ color: colorOf(dial.hue) }}
      aria-hidden="true"
    >
      {dial.value >= 9 ? (
        <Disc house={dial.value === 10} />
      ) : (
        <circle cx="7" cy="7" r="6" className={classes.ring} data-dashed={dial.value === -1 || undefined} />
      )}
      {dial.value === 0 && <path d="M3.2 10.8 10.8 3.2" className={classes.ring} />}
      {dial.value === 1 && <circle cx="7" cy="7" r="2" fill="currentColor" />}
    </svg>
  )
}

function Disc({ house }: { house: boolean }) {
  return (
    <>
      <circle cx="7" cy="7" r="6.75" fill="currentColor" />
      <path
        d={house ? 'M3.9 7.2 7 4.4l3.1 2.8M5 6.6v3.2h4V6.6' : 'm4.3 7.2 1.9 1.9 3.5-3.9'}
        className={classes.onDisc}
      />
    </>
  )
}
