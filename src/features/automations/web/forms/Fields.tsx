import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dealStatuses } from '../../../deals/rules/kinds.ts'
import { leadStatuses } from '../../../leads/rules.ts'
import { sourcesQuery } from '../../../leads/web/client/leads.ts'
import { opportunityTypes } from '../../../opportunities/rules/opportunityTypes.ts'
import { requestKinds } from '../../../requests/rules.ts'
import { claimWays, type WaitPeriod, waitPeriods } from '../../rules/definition.ts'
import type { Option } from '../names.ts'
import { channelLabels, claimLabels, requestLabels } from '../rules/words.ts'
import classes from './Forms.module.css'

interface ChoiceProps {
  label: string
  options: readonly Option[]
  value: number | null
  error?: string | undefined
  description?: string
  /** What no choice means, where it means something. */
  none?: string
  onChange(value: number | null): void
}

/** One record of those that there are. */
export function Choice({ label, options, value, error, none, onChange, ...rest }: ChoiceProps) {
  return (
    <Select
      label={label}
      searchable
      clearable={none !== undefined}
      placeholder={none ?? 'Choose'}
      nothingFoundMessage="None found"
      data={[...options]}
      value={value === null ? null : String(value)}
      error={error}
      onChange={chosen => onChange(chosen === null ? null : Number(chosen))}
      {...rest}
    />
  )
}

interface OneOfProps<Value extends string> {
  label: string
  /** Those offered, in their order. */
  values: readonly Value[]
  labels: Readonly<Record<Value, string>>
  value: Value
  description?: string
  onChange(value: Value): void
}

/** One of a few kinds, of which there is always one. */
export function OneOf<Value extends string>({ values, labels, onChange, ...rest }: OneOfProps<Value>) {
  return (
    <Select
      allowDeselect={false}
      data={values.map(value => ({ value, label: labels[value] }))}
      onChange={chosen => chosen !== null && onChange(chosen)}
      {...rest}
    />
  )
}

interface AnyOfProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[] | undefined
  /** What no choice means. */
  any: string
  onChange(value: Value[] | undefined): void
}

/** Any of several; none chosen means all of them. */
export function AnyOf<Value extends string | number>({ label, options, value = [], any, onChange }: AnyOfProps<Value>) {
  return (
    <MultiSelect
      label={label}
      searchable
      clearable
      placeholder={value.length === 0 ? any : ''}
      data={options.map(option => ({ value: String(option.value), label: option.label }))}
      value={value.map(String)}
      onChange={chosen => {
        const picked = options.filter(option => chosen.includes(String(option.value))).map(option => option.value)
        onChange(picked.length > 0 ? picked : undefined)
      }}
    />
  )
}

interface PeriodProps {
  label: string
  value: number
  period: WaitPeriod
  error?: string | undefined
  onChange(value: { value: number; period: WaitPeriod }): void
}

export const periodLabels: Readonly<Record<WaitPeriod, string>> = {
  minute: 'minutes',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
}

/** So many minutes, hours, days or weeks. */
export function PeriodFields({ label, value, period, error, onChange }: PeriodProps) {
  return (
    <div className={classes.pair}>
      <NumberInput
        label={label}
        min={1}
        allowDecimal={false}
        value={value}
        error={error}
        onChange={next => onChange({ value: Number(next), period })}
      />
      <OneOf
        label="Unit"
        values={waitPeriods}
        labels={periodLabels}
        value={period}
        onChange={next => onChange({ value, period: next })}
      />
    </div>
  )
}

export const statusOptions = leadStatuses.map(({ value, label }) => ({ value: Number(value), label }))
export const opportunityOptions = opportunityTypes.map(({ id, name }) => ({ value: id, label: name }))
export const dealStatusOptions = dealStatuses.map(({ id, name }) => ({ value: Number(id), label: name }))
export const requestOptions = requestKinds.map(value => ({ value, label: requestLabels[value] }))
export const claimOptions = claimWays.map(value => ({ value, label: claimLabels[value] }))
export const channelOptions = (['text', 'email'] as const).map(value => ({ value, label: channelLabels[value] }))

/** Where leads came from until now. */
export function useSourceOptions(): { value: string; label: string }[] {
  const { data } = useQuery(sourcesQuery)
  return (data ?? []).map(source => ({ value: source, label: source }))
}
