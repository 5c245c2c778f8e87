import type { ReactNode } from 'react'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Trend } from '../../deals/web/pieces/Trend.tsx'
import type { ChangeText } from '../rules/words.ts'
import classes from './Reports.module.css'

interface FigureButtonProps {
  label: string
  value: string
  /** How it changed; `null` where there is nothing to compare. */
  change: ChangeText | null
  /** Follows the change, or stands alone. */
  note?: ReactNode
  /** What is counted, in words. */
  rule: string
  points: readonly number[]
  isOpen: boolean
  onOpen(): void
}

/** A sum on top of a page of numbers: a press opens what it counts. */
export function FigureButton({ label, value, change, note, rule, points, isOpen, onOpen }: FigureButtonProps) {
  return (
    <button type="button" className={classes.figure} title={rule} aria-pressed={isOpen} onClick={onOpen}>
      <Figure
        label={label}
        value={value}
        note={
          <>
            {change && <b data-good={change.isGood ?? undefined}>{change.text}</b>}
            {note}
          </>
        }
        chart={<Trend points={points} label={`${label}, step by step`} />}
      />
    </button>
  )
}
