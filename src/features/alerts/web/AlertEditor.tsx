import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { ConsentNote } from '../../consent/web/pieces.tsx'
import { type Alert, AlertFrequency, type AlertKind } from '../contract/alerts.ts'
import { alertFrequencies, frequencyLabels } from '../rules/frequency.ts'
import { AlertMap } from './AlertMap.tsx'
import classes from './Alerts.module.css'
import { matchesQuery } from './client.ts'
import { PlacesField, SearchFields } from './SearchFields.tsx'
import { type AlertForm, useAlertForm } from './useAlertForm.ts'

interface AlertEditorProps {
  leadId: number
  kind: AlertKind
  /** `null` for a new one. */
  alert: Alert | null
  onClose(): void
}

const titles: Readonly<Record<AlertKind, { add: string; edit: string; example: string }>> = {
  listing: { add: 'Add a listing alert', edit: 'Edit the listing alert', example: 'Two bedrooms near work' },
  building: { add: 'Add a building alert', edit: 'Edit the building alert', example: 'The Foundry' },
}

const frequencies = alertFrequencies.map(value => ({ value: String(value), label: frequencyLabels[value] }))

/** Makes an alert or changes one; says while somebody types how many homes it finds, and where. */
export function AlertEditor({ leadId, kind, alert, onClose }: AlertEditorProps) {
  const wide = useIsWide()
  const form = useAlertForm({ leadId, kind, alert, onDone: onClose })
  const { fields, problems, set } = form
  const isIncomplete = fields.name.trim() === '' || (kind === 'building' && fields.search.buildings.length === 0)
  return (
    <Dialog opened onClose={onClose} title={alert ? titles[kind].edit : titles[kind].add} fullScreen={!wide} size={560}>
      <form className={classes.form} onSubmit={event => void form.save(event)}>
        <div className={classes.pair}>
          <TextInput
            label="Name"
            description="Shown in the subject line"
            placeholder={titles[kind].example}
            data-autofocus
            maxLength={100}
            value={fields.name}
            error={problems.name?.[0]}
            onChange={event => set({ name: event.currentTarget.value })}
          />
          <Select
            label="Frequency"
            description="Sent at 8:00 AM, the lead’s time"
            data={frequencies}
            value={String(fields.alert_frequency)}
            allowDeselect={false}
            onChange={value => set({ alert_frequency: AlertFrequency.parse(Number(value)) })}
          />
        </div>
        <PlacesField form={form} kind={kind} />
        <SearchFields form={form} kind={kind} />
        <Found form={form} />
        <ConsentNote leadId={leadId} channel="email" otherwise="This alert stays paused until there is." />
        {form.failure && (
          <p className={classes.problem} role="alert">
            {form.failure}
          </p>
        )}
        <div className={classes.foot}>
          <DraftMark draft={form.draft} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending} disabled={isIncomplete}>
            {alert ? 'Save' : 'Create alert'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** How many homes the search finds now, and where they are. */
function Found({ form }: { form: AlertForm }) {
  const [search] = useDebouncedValue(form.fields.search, 250)
  const { data, isFetching, error } = useQuery(matchesQuery(search))
  const count = data?.count ?? 0
  const text = error
    ? 'We couldn’t count the matching homes.'
    : data
      ? `${count.toLocaleString('en-CA')} ${count === 1 ? 'home matches' : 'homes match'} now`
      : 'Counting the homes that match'
  return (
    <div className={classes.found} data-old={isFetching || undefined}>
      <output aria-live="polite">{text}</output>
      <AlertMap points={data?.points ?? []} label={`Map: ${text}`} />
    </div>
  )
}
