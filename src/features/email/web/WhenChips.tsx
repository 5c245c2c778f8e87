import { ToggleChip } from '../../../platform/ui/pieces.tsx'
import classes from './Compose.module.css'
import { type When, whens } from './rules/when.ts'

interface WhenChipsProps {
  value: When
  onChange(when: When): void
  choices?: typeof whens | undefined
}

/** When it goes out; the button says the same. */
export function WhenChips({ value, onChange, choices = whens }: WhenChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className={classes.whens} role="group" aria-label="When to send">
      {choices.map(({ id, label }) => (
        <ToggleChip key={id} on={value === id} onChange={() => onChange(id)}>
          {label}
        </ToggleChip>
      ))}
    </div>
  )
}
