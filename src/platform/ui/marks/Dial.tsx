import classes from './Dial.module.css'

/** What a dial shows: a number from 0 to 1 is how far it is turned, clockwise from twelve. */
export type DialFace = number | 'dashed' | 'crossed' | 'dot' | 'check' | 'house'

interface DialProps {
  face: DialFace
  /** As CSS. */
  color: string
  size?: number
}

/** A circle half as wide, stroked to its center, is a pie; its dash is how far it is turned. */
const PIE = 2 * Math.PI * 2

/** A state as a small dial. Decoration: the word beside it says the same. */
export function Dial({ face, color, size = 14 }: DialProps) {
  const isDisc = face === 'check' || face === 'house'
  return (
    <svg className={classes.dial} width={size} height={size} viewBox="0 0 14 14" style={{ color }} aria-hidden="true">
      {isDisc ? (
        <>
          <circle cx="7" cy="7" r="6.75" fill="currentColor" />
          <path
            d={face === 'house' ? 'M3.9 7.2 7 4.4l3.1 2.8M5 6.6v3.2h4V6.6' : 'm4.3 7.2 1.9 1.9 3.5-3.9'}
            className={classes.onDisc}
          />
        </>
      ) : (
        <circle cx="7" cy="7" r="6" className={classes.ring} data-dashed={face === 'dashed' || undefined} />
      )}
      {face === 'crossed' && <path d="M3.2 10.8 10.8 3.2" className={classes.ring} />}
      {face === 'dot' && <circle cx="7" cy="7" r="2" fill="currentColor" />}
      {typeof face === 'number' && (
        <circle cx="7" cy="7" r="2" className={classes.pie} strokeDasharray={`${PIE * face} ${PIE}`} />
      )}
    </svg>
  )
}
