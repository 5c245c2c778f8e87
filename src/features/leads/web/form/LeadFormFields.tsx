import { MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { roleLabels } from '../../rules.ts'
import { areasQuery } from '../client/leads.ts'
import { areaOptions } from '../filters/useFilterOptions.ts'
import { fieldSentence, type LeadField, leadFields } from '../rules/leadFields.ts'
import classes from './LeadForm.module.css'
import type { LeadForm } from './useLeadForm.ts'

/** The fields of a lead, as `leadFields` lists them. */
export function LeadFormFields({ form, editing }: { form: LeadForm; editing: boolean }) {
  const shown = leadFields.filter(field => editing || !field.editOnly)
  return (
    <>
      {form.failure && <Failure message={form.failure.message} details={form.failure.details} />}
      <div className={classes.fields}>
        {shown.map((field, index) => (
          <div key={field.name} className={classes.field} data-half={field.half ? '' : undefined}>
            <Field field={field} form={form} isFirst={index === 0} />
          </div>
        ))}
      </div>
    </>
  )
}

function Field({ field, form, isFirst }: { field: LeadField; form: LeadForm; isFirst: boolean }) {
  const error = form.errors[field.name]
    ?.map(sentence => fieldSentence(field.name, sentence).replace(/\.$/, ''))
    .join('. ')
  const common = { label: field.label, description: field.hint, error, disabled: form.isSending, name: field.name }
  const value = form.values[field.name]
  const set = (next: string | string[]) => form.set(field.name, next)
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
        value={Number(value)}
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
      areaOptions(areas.data ?? []).map(({ value, label, within }) => ({
        value,
        label: within ? `${label}, ${within}` : label,
      })),
    [areas.data],
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

/** Why a form was not taken, with the list that the server gave. */
export function Failure({ message, details }: { message: string; details: readonly string[] }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={16} stroke={1.6} aria-hidden />
      <div>
        <p>{message}</p>
        {details.length > 1 && (
          <ul>
            {details.map(detail => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
