import { MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { DetailedError } from '../../../../platform/web/calls/apiErrors.ts'
import { roleLabels } from '../../rules.ts'
import { areasQuery } from '../client/leads.ts'
import { areaOptions } from '../filters/useFilterOptions.ts'
import { fieldSentence, type LeadField, leadFields, type searchedHints } from '../rules/leadFields.ts'
import classes from './LeadForm.module.css'
import type { LeadForm } from './useLeadForm.ts'

interface LeadFormFieldsProps {
  entry: LeadForm
  editing: boolean
  /** What else is known of a field. */
  hints?: ReturnType<typeof searchedHints>
}

/** The fields of a lead, as `leadFields` lists them. */
export function LeadFormFields({ entry, editing, hints = {} }: LeadFormFieldsProps) {
  const shown = leadFields.filter(field => editing || !field.editOnly)
  const top = useShownProblem(entry.isSending)
  return (
    <div ref={top}>
      {entry.failure !== null && (
        <Failure message={entry.failure} details={entry.refusal instanceof DetailedError ? entry.refusal.errors : []} />
      )}
      <div className={classes.fields}>
        {shown.map((field, index) => (
          <div key={field.name} className={classes.field} data-half={field.half ? '' : undefined}>
            <Field
              field={{ ...field, hint: hints[field.name] ?? field.hint ?? '' }}
              entry={entry}
              isFirst={index === 0}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The form is taller than the screen, and its button at the end: what was not taken comes into view. */
function useShownProblem(isSending: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isSending) {
      top.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
      top.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    wasSending.current = isSending
  }, [isSending])
  return top
}

function Field({
  field,
  entry: { form, isSending },
  isFirst,
}: {
  field: LeadField
  entry: LeadForm
  isFirst: boolean
}) {
  const problem = form.errors[field.name]
  const error = problem ? fieldSentence(field.name, String(problem)).replace(/\.$/, '') : undefined
  const common = { label: field.label, description: field.hint, error, disabled: isSending, name: field.name }
  const value = form.values[field.name]
  const set = (next: string | string[]) => form.setFieldValue(field.name, next)
  if (field.kind === 'areas') return <AreasField {...common} value={value as string[]} onChange={set} />
  if (field.kind === 'roles') {
    const data = Object.entries(roleLabels).map(([role, label]) => ({ value: role, label }))
    return (
      <MultiSelect
        {...common}
        data={data}
        value={value as string[]}
        onChange={set}
        clearable
        comboboxProps={{ withinPortal: true }}
      />
    )
  }
  if (field.kind === 'money') {
    return (
      <NumberInput
        {...common}
        value={value === '' ? '' : Number(value)}
        onChange={next => set(String(next))}
        prefix="$"
        thousandSeparator=","
        min={0}
        allowDecimal={false}
        hideControls
      />
    )
  }
  return (
    <TextInput
      {...common}
      type={field.kind === 'phone' ? 'tel' : field.kind}
      value={value as string}
      onChange={event => set(event.currentTarget.value)}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
    />
  )
}

interface AreasFieldProps {
  label: string
  error: string | undefined
  disabled: boolean
  name: string
  value: string[]
  onChange(value: string[]): void
}

function AreasField(props: AreasFieldProps) {
  const areas = useQuery(areasQuery)
  const data = useMemo(
    () =>
      areaOptions(areas.data ?? [])
        .filter(({ value, is_retired }) => !is_retired || props.value.includes(value))
        .map(({ value, label, within }) => ({ value, label: within ? `${label}, ${within}` : label })),
    [areas.data, props.value],
  )
  return (
    <MultiSelect
      {...props}
      data={data}
      searchable
      limit={60}
      maxDropdownHeight={240}
      nothingFoundMessage="No matches."
    />
  )
}

/** Why a form was not taken, with each of several reasons. */
function Failure({ message, details }: { message: string; details: readonly string[] }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={16} stroke={1.6} aria-hidden />
      <div>
        <p>{message}</p>
        {details.length > 1 && (
          <ul>
            {details.map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
