import { EXCLUDED_STATUS, statusLabel } from '../../../features/leads/rules.ts'
import { statusColor } from '../../../features/leads/web/pieces/statusColor.ts'
import { dialStatuses, placeOf, turnOf } from './dial.ts'
import classes from './TurnDial.module.css'

interface TurnDialProps {
  status: number
  /** What it was before it was turned here; `null` when it was not. */
  was: number | null
  onTurn(status: number): void
}

const SIZE = 210
const WIDTH = 18
const RADIUS = (SIZE - WIDTH) / 2
const LENGTH = 2 * Math.PI * RADIUS
/** A round end shows a point where the dial is not turned at all. */
const LEAST = 0.001

/** The status as a dial that a key, or a press on a number, turns. */
export function TurnDial({ status, was, onTurn }: TurnDialProps) {
  const turn = turnOf(status)
  const color = statusColor(status)
  return (
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of one choice */}
      <div className={classes.dial} role="group" aria-label="Status">
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className={classes.ring} aria-hidden="true">
          <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={WIDTH} className={classes.track} />
          <circle
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={RADIUS}
            strokeWidth={WIDTH}
            className={classes.value}
            stroke={color}
            strokeDasharray={`${LENGTH * Math.max(LEAST, turn)} ${LENGTH}`}
            data-off={status < 1 || undefined}
          />
          {dialStatuses.slice(0, 8).map(({ value }) => (
            <circle
              key={value}
              {...pointAt(turnOf(value))}
              r={2}
              className={classes.dot}
              data-on={status >= value || undefined}
            />
          ))}
        </svg>
        <output className={classes.middle} aria-live="polite">
          <strong>{statusLabel(status)}</strong>
          {was !== null && <span>was {statusLabel(was)}</span>}
        </output>
        {dialStatuses.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.status}
            data-place={placeOf(value)}
            style={{ '--turn': turnOf(value), '--hue': statusColor(value) } as React.CSSProperties}
            aria-pressed={value === status}
            aria-keyshortcuts={String(value)}
            onClick={() => onTurn(value)}
          >
            <kbd>{value}</kbd>
            <span>{label}</span>
          </button>
        ))}
      </div>
      <button
        type="button"
        className={classes.none}
        aria-pressed={status === EXCLUDED_STATUS}
        aria-keyshortcuts="0"
        onClick={() => onTurn(EXCLUDED_STATUS)}
      >
        <kbd>0</kbd> {statusLabel(EXCLUDED_STATUS)}
      </button>
    </div>
  )
}

function pointAt(turn: number): { cx: number; cy: number } {
  const angle = turn * 2 * Math.PI
  return { cx: SIZE / 2 + RADIUS * Math.sin(angle), cy: SIZE / 2 - RADIUS * Math.cos(angle) }
}
