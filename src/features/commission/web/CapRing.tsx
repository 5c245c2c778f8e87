import classes from './CapRing.module.css'

interface CapRingProps {
  cap: number
  used: number
  /** What a deal adds below the cap, and what above it. */
  more?: number
  above?: number
  size?: number
}

/** How much of a cap is used: in the accent up to the cap, in amber beyond. */
export function CapRing({ cap, used, more = 0, above = 0, size = 56 }: CapRingProps) {
  const share = cap > 0 ? (used + more + above) / cap : 1
  const around = 2 * Math.PI * 24
  const under = Math.min(1, cap > 0 ? (used + more) / cap : 1)
  const over = above > 0 ? Math.max(0.03, Math.min(0.25, share - under)) : 0
  const arc = (part: number) => `${part * around} ${around}`
  return (
    <svg
      className={classes.ring}
      width={size}
      height={size}
      viewBox="0 0 56 56"
      role="img"
      aria-label={`${Math.round(share * 100)} % of the cap`}
    >
      <circle cx="28" cy="28" r="24" />
      <circle cx="28" cy="28" r="24" data-under strokeDasharray={arc(under)} />
      {over > 0 && <circle cx="28" cy="28" r="24" data-over strokeDasharray={arc(over)} />}
      <text x="28" y="32" textAnchor="middle">
        {Math.round(share * 100)} %
      </text>
    </svg>
  )
}
