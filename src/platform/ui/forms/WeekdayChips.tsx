import { shortWeekdays } from '../../wire/clock.ts'
import { ToggleChip } from '../pieces.tsx'

interface WeekdayChipsProps {
  /** 1 for Monday. */
  chosen: readonly number[]
  onChange(chosen: number[]): void
}

/** The days of a week, each to be chosen or not. */
export function WeekdayChips({ chosen, onChange }: WeekdayChipsProps) {
  return shortWeekdays.map((name, index) => {
    const day = index + 1
    const isOn = chosen.includes(day)
    return (
      <ToggleChip
        key={name}
        on={isOn}
        onChange={() => onChange(isOn ? chosen.filter(one => one !== day) : [...chosen, day].toSorted())}
      >
        {name}
      </ToggleChip>
    )
  })
}
