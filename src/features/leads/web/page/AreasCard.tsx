import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './AreasCard.module.css'

interface AreasCardProps {
  areas: readonly string[]
  onEnter(): void
  onLeave(): void
  onClose(): void
  /** The "+N" that it belongs to. */
  children: ReactElement
}

/** Every area of a lead, where the row had room for two. */
export function AreasCard({ areas, onEnter, onLeave, onClose, children }: AreasCardProps) {
  return (
    <Popover opened onChange={open => !open && onClose()} position="bottom" shadow="md" withinPortal>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} onPointerEnter={onEnter} onPointerLeave={onLeave}>
        <ul className={classes.areas} aria-label="Areas" data-many={areas.length > 12 ? '' : undefined}>
          {areas.map((area, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two areas of a lead may have one name
            <li key={index}>{area}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
