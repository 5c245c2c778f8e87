import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatDuration, timeOfDay } from '../../../platform/web/time/time.ts'
import type { ShowingClash } from '../contract.ts'
import type { PartProps } from './HomeFields.tsx'
import { withStart } from './rules/form.ts'
import classes from './Showings.module.css'

const times = [
  { name: 'date', label: 'Day', type: 'date' },
  { name: 'time_start', label: 'From', type: 'time' },
  { name: 'time_end', label: 'To', type: 'time' },
] as const

interface TimeFieldsProps extends PartProps {
  clashes: readonly ShowingClash[]
}

/** When, and what else the agent has on then: that is worth knowing, and no reason to refuse. */
export function TimeFields({ value, problems, clashes, onChange }: TimeFieldsProps) {
  return (
    <div>
      <div className={classes.times}>
        {times.map(({ name, label, type }) => (
          <TextInput
            key={name}
            type={type}
            label={label}
            required={name !== 'time_end'}
            value={value[name]}
            error={problems[name]?.[0]}
            onChange={event => {
              const text = event.currentTarget.value
              onChange(name === 'time_start' ? withStart(value, text) : { ...value, [name]: text })
            }}
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
