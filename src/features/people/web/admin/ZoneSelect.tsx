import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { region } from '../../../../product/region/region.ts'

const CANADA = [
  region.zone,
  'America/Halifax',
  'America/St_Johns',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
]
const others = Intl.supportedValuesOf('timeZone').filter(zone => !CANADA.includes(zone))
const option = (value: string) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') })

interface ZoneSelectProps {
  value: string
  error: ReactNode
  onChange: (zone: string) => void
}

/** The zone in which a person's days begin; those of Canada first. */
export function ZoneSelect({ value, error, onChange }: ZoneSelectProps) {
  const known = CANADA.includes(value) || others.includes(value)
  return (
    <Select
      label="Time zone"
      description="Tasks, quotas and happy hour follow this day"
      searchable
      allowDeselect={false}
      limit={80}
      data={[
        { group: 'Canada', items: CANADA.map(option) },
        { group: 'Elsewhere', items: [...(known ? [] : [value]), ...others].map(option) },
      ]}
      value={value}
      error={error}
      onChange={next => next && onChange(next)}
    />
  )
}
