import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { leadCalls } from '../../contract/leads.ts'
import type { Lead } from '../../contract/record.ts'
import { patchLeads } from '../client/leadCache.ts'
import { areasQuery, leadQuery } from '../client/leads.ts'
import { nationalNumber, type PhoneLibrary, usePhoneLibrary } from '../client/phones.ts'
import { areaOptions } from '../filters/useFilterOptions.ts'
import {
  fieldsOf,
  fieldText,
  formValuesOf,
  type LeadFormValues,
  searchedHints,
  valuesToSettle,
} from '../rules/leadFields.ts'
import { ExistingLead } from './AddLead.tsx'
import classes from './LeadForm.module.css'
import { LeadFormFields } from './LeadFormFields.tsx'
import { type LeadForm, useLeadForm } from './useLeadForm.ts'

interface EditLeadProps {
  lead: Lead
  onDone(): void
}

/** The form over a lead's profile. What somebody else changed meanwhile is shown, and the person chooses. */
export function EditLead(props: EditLeadProps) {
  const library = usePhoneLibrary()
  return library ? <EditForm {...props} library={library} /> : <PanelSection title="Edit profile">{null}</PanelSection>
}

function EditForm({ lead, onDone, library }: EditLeadProps & { library: PhoneLibrary }) {
  const client = useQueryClient()
  const valuesOf = (each: Lead) => formValuesOf(each, number => nationalNumber(number, library))
  const [before, setBefore] = useState(() => ({ values: valuesOf(lead), version: lead.version }))
  const entry = useLeadForm(leadCalls.update, {
    // An older draft must not replace what the lead says now.
    name: `lead-${lead.id}-${lead.version}`,
    initial: before.values,
    version: before.version,
    fallback: 'We couldn’t save the lead.',
    inputOf: values => ({ ...fieldsOf(values, before.values), id: lead.id }),
    onSaved(saved) {
      client.setQueryData(leadQuery(lead.id).queryKey, saved)
      const { areas, score_parts, rental_profile, tasks, notes, campaigns, ...row } = saved
      patchLeads(client, new Map([[lead.id, row]]))
      onDone()
    },
  })
  const { form, conflict } = entry
  if (conflict) {
    return (
      <PanelSection title="Changed since you opened it">
        <StaleChoice
          mine={form.values}
          before={before.values}
          theirs={valuesOf(conflict)}
          onChoose={chosen => {
            form.setValues(chosen)
            setBefore({ values: valuesOf(conflict), version: conflict.version })
            client.setQueryData(leadQuery(lead.id).queryKey, conflict)
            entry.clearFailure()
          }}
        />
      </PanelSection>
    )
  }
  return (
    <PanelSection title="Edit profile">
      <EditFields entry={entry} lead={lead} onDone={onDone} />
    </PanelSection>
  )
}

function EditFields({ entry, lead, onDone }: { entry: LeadForm; lead: Lead; onDone(): void }) {
  return (
    <form
      noValidate
      onSubmit={event => void entry.submit(event)}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onDone()
      }}
    >
      <LeadFormFields entry={entry} editing hints={searchedHints(lead)} />
      <ExistingLead entry={entry} editing={lead.id} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={entry.isSending}>
          Save
        </Button>
      </div>
    </form>
  )
}

interface StaleChoiceProps {
  mine: LeadFormValues
  before: LeadFormValues
  theirs: LeadFormValues
  onChoose(values: LeadFormValues): void
}

/** Two people changed one lead: each field that both changed is shown twice, and one of the two is kept. */
function StaleChoice({ mine, before, theirs, onChoose }: StaleChoiceProps) {
  const areas = useQuery(areasQuery).data ?? []
  const areaName = (value: string) => areaOptions(areas).find(area => area.value === value)?.label ?? value
  const { merged, open } = valuesToSettle({ mine, before, theirs })
  const [stored, setStored] = useState<Partial<Record<string, 'mine' | 'theirs'>>>({})
  const choose = () => {
    const chosen = { ...merged }
    for (const { name } of open) chosen[name] = (stored[name] ?? 'mine') === 'mine' ? mine[name] : theirs[name]
    onChoose(chosen)
  }
  return (
    <>
      <p>
        Someone else changed this lead while you were editing.{' '}
        {open.length > 0 ? 'Choose what to keep.' : 'Your changes don’t conflict with theirs.'}
      </p>
      {open.length > 0 && (
        <table className={classes.compare}>
          <thead>
            <tr>
              <th>Field</th>
              <th>Yours</th>
              <th>Theirs</th>
            </tr>
          </thead>
          <tbody>
            {open.map(field => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                {(['mine', 'theirs'] as const).map(side => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        name={`keep-${field.name}`}
                        checked={(stored[field.name] ?? 'mine') === side}
                        onChange={() => setStored({ ...stored, [field.name]: side })}
                      />
                      {fieldText(field, side === 'mine' ? mine : theirs, areaName)}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.foot}>
        <Button onClick={choose}>Go on with these</Button>
      </div>
    </>
  )
}
