import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import classes from './MoreAreas.module.css'

const AreasCard = onDemand(
  async () => (await import('../page/AreasCard.tsx')).AreasCard,
  props => props.children,
)

/** Time to get from "+3" to the list that it opened. */
const LEAVE_MS = 150

/** "+3": how many areas a row does not name. Under the mouse, or pressed, it shows them all. */
export function MoreAreas({ areas, cap }: { areas: readonly string[]; cap: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const leaving = useRef(0)
  useEffect(() => () => clearTimeout(leaving.current), [])
  if (areas.length <= cap) return null
  const enter = () => {
    clearTimeout(leaving.current)
    setIsOpen(true)
  }
  const leave = () => {
    clearTimeout(leaving.current)
    leaving.current = window.setTimeout(() => setIsOpen(false), LEAVE_MS)
  }
  const byMouse = (action: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && action()
  const button = (
    <button
      type="button"
      className={classes.more}
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`${areas.length - cap} more: ${areas.slice(cap).join(', ')}`}
      onPointerEnter={byMouse(enter)}
      onPointerLeave={byMouse(leave)}
      onClick={event => {
        event.stopPropagation()
        enter()
      }}
    >
      +{areas.length - cap}
    </button>
  )
  if (!isOpen) return button
  return (
    <AreasCard areas={areas} onEnter={enter} onLeave={leave} onClose={() => setIsOpen(false)}>
      {button}
    </AreasCard>
  )
}
