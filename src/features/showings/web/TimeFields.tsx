import { IconAlertTriangle } from '@tabler/icons-react'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { formatDuration, timeOfDay } from '../../../platform/web/time/time.ts'
import type { ShowingClash } from '../contract.ts'
import type { ShowingFormState } from './booking/useShowingForm.ts'
import { withStart } from './rules/form.ts'
import classes from './Showings.module.css'

const times = [
  { name: 'date', label: 'Day', kind: 'date' },
  { name: 'time_start', label: 'From', kind: 'time' },
  { name: 'time_end', label: 'To', kind: 'time' },
] as const

interface TimeFieldsProps {
  form: ShowingFormState
  clashes: readonly ShowingClash[]
}

/** When, and what else the agent has on then: that is worth knowing, and no reason to refuse. */
export function TimeFields({ form, clashes }: TimeFieldsProps) {
  return (
    <div>
      <div className={classes.times}>
        {times.map(({ name, label, kind }) => (
          <DateTimeField
            key={name}
            kind={kind}
            label={label}
            required={name !== 'time_end'}
            {...form.getInputProps(name)}
            {...(name === 'time_start' && {
              onChange: (start: string) => form.setValues(withStart(form.values, start)),
            })}
          />
        ))}
      </div>
      <ClashText clashes={clashes} />
    </div>
  )
}

/** What else the agent has on at that time, or too far away. */
export function ClashText({ clashes }: { clashes: readonly ShowingClash[] }) {
  return (
    <div className={classes.clashes} role="status">
      {clashes.map(clash => (
        <p key={clash.id} className={classes.clash}>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
          <span>{clashText(clash)}</span>
        </p>
      ))}
    </div>
  )
}

function clashText({ kind, address_formatted, starts_at, ends_at, zone, lead_name, travel_minutes }: ShowingClash) {
  const other = `${address_formatted} with ${lead_name || 'another lead'}, ${timeOfDay(starts_at, zone)} to ${timeOfDay(ends_at, zone)}`
  return kind === 'overlap'
    ? `Conflicts with ${other}.`
    : `Tight: about ${formatDuration(travel_minutes ?? 0)} of driving to or from ${other}.`
}
