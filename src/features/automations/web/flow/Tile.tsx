import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../../../../platform/web/text.ts'
import { StepMark } from './StepMark.tsx'
import classes from './Tile.module.css'

export interface TileProps {
  kind: string
  meta: string
  title: string
  /** Said below it, such as "17 skipped". */
  note?: string | null
  /** How often a dry run came here. */
  reached?: number | null
  /** Something of it is still to be chosen. */
  isOpen?: boolean
  isCurrent: boolean
  /** Its conditions. */
  children?: ReactNode
  onPress(): void
}

/** A step as one presses it: what it is, what it does, and how many come here. */
export function Tile({ kind, meta, title, note, reached, isOpen, isCurrent, children, onPress }: TileProps) {
  return (
    <button
      type="button"
      className={classes.tile}
      data-step-kind={kind}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPress}
    >
      <StepMark kind={kind} />
      <span className={classes.text}>
        <span className={classes.meta}>{meta}</span>
        <span className={classes.title}>{title}</span>
        {children}
        {note && <span className={classes.meta}>{note}</span>}
      </span>
      {isOpen && (
        <IconAlertTriangle
          className={classes.open}
          size={15}
          stroke={1.6}
          role="img"
          aria-label="Something is missing"
        />
      )}
      {typeof reached === 'number' && <span className={classes.count}>{count(reached)}</span>}
    </button>
  )
}

/** A condition in a tile, to be read. */
export function ConditionChip({ name, words }: { name: string; words: string }) {
  return (
    <span className={classes.chip}>
      {name} <b>{words}</b>
    </span>
  )
}
