import type { LeadFilters } from '../../../leads/contract/filters.ts'
import { LeadConditions } from '../../../leads/web/pieces/LeadConditions.tsx'
import { tagsQuery } from '../../../tags/web/client.ts'
import classes from './Forms.module.css'

interface ConditionsProps {
  label: string
  note: string
  value: LeadFilters
  error?: string | undefined
  onChange(value: LeadFilters): void
}

/** What has to be true of the lead, by the filters of the lead list. */
export function Conditions({ label, note, value, error, onChange }: ConditionsProps) {
  return (
    <fieldset className={classes.conditions}>
      <legend>{label}</legend>
      <LeadConditions value={value} tagsQuery={tagsQuery} onChange={onChange} />
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        <p className={classes.note}>{note}</p>
      )}
    </fieldset>
  )
}
