import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { MAX_LIMIT } from '../../rules/quotaTypes.ts'
import classes from './QuotaRules.module.css'

interface LimitFieldProps {
  label: string
  value: number
  /** What stands behind the field. */
  unit: string
  onChange(value: number): void
}

/** A whole number that counts once Enter is pressed or the field is left; empty, it is what it was. */
export function LimitField({ label, value, unit, onChange }: LimitFieldProps) {
  const [typed, setTyped] = useState<string | number | null>(null)
  const commit = () => {
    if (typeof typed === 'number' && typed !== value) onChange(typed)
    setTyped(null)
  }
  return (
    <span className={classes.limit}>
      <NumberInput
        aria-label={label}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        max={MAX_LIMIT}
        value={typed ?? value}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
      />
      {unit}
    </span>
  )
}
