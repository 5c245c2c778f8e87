import { NumberInput, Popover } from '@mantine/core'
import { useState } from 'react'
import classes from './QuotaRules.module.css'

interface NumberWordProps {
  value: number
  /** The value as it reads. */
  text: string
  label: string
  isWhole: boolean
  min?: number
  max?: number
  onChange(value: number): void
}

const MAX = 10_000

/** A figure in a sentence that opens a field for it; Enter takes what was typed. */
export function NumberWord({ value, text, label, isWhole, min = 0, max = MAX, onChange }: NumberWordProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string | number>(value)
  const close = () => {
    setIsOpen(false)
    if (typeof typed === 'number' && typed !== value && typed >= min && typed <= max) onChange(typed)
  }
  const open = () => {
    setTyped(value)
    setIsOpen(true)
  }
  return (
    <Popover opened={isOpen} onChange={next => !next && close()} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button type="button" className={classes.word} aria-label={`${label}: ${text}`} onClick={isOpen ? close : open}>
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <NumberInput
          label={label}
          w={120}
          min={min}
          max={max}
          step={isWhole ? 1 : 0.1}
          decimalScale={isWhole ? 0 : 1}
          allowNegative={false}
          value={typed}
          onChange={setTyped}
          onKeyDown={event => event.key === 'Enter' && close()}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
