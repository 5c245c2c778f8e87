import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { Channel, type ConsentBasis, ConsentKind, consentCalls, WithdrawalScope } from '../contract.ts'
import { channelLabel, scopeLabel, stateLabel } from '../rules.ts'
import classes from './Consent.module.css'
import { consentQuery } from './client.ts'

const kinds = ConsentKind.options.map(value => ({ value, label: stateLabel[value] }))
const channels = Channel.options.map(value => ({ value, label: channelLabel[value] }))
const scopes = WithdrawalScope.options.map(value => ({ value, label: scopeLabel[value] }))
const bases: { value: ConsentBasis; label: string }[] = [
  { value: 'inquiry', label: 'An inquiry (6 months)' },
  { value: 'deal', label: 'A deal (2 years)' },
]

interface ConsentFormProps {
  lead: { id: number }
  /** What the form begins with. */
  given: { channel: Channel; kind: ConsentKind }
  onClose(): void
}

/** The moment of a chosen day: its noon, or now for today, whose noon may not have been yet. */
const momentOf = (day: string): string | null =>
  day === '' || day === localNow().slice(0, 10) ? null : new Date(`${day}T12:00:00`).toISOString()

/** Answers to what a lead asked for may go on after a withdrawal of e-mail; of calls and texts none does. */
const mayLimit = ({ channel, kind }: { channel: Channel; kind: ConsentKind }) =>
  kind === 'withdrawn' && channel === 'email'

/** Writes down what a lead said about being reached. */
export function ConsentForm({ lead, given, onClose }: ConsentFormProps) {
  const client = useQueryClient()
  const entry = useCallForm(consentCalls.record, {
    initial: {
      ...given,
      covers: 'commercial' as WithdrawalScope,
      basis: 'inquiry' as ConsentBasis,
      source: '',
      evidence: '',
      date: '',
    },
    inputOf: ({ basis, covers, date, ...fields }) => ({
      ...fields,
      id: lead.id,
      basis: fields.kind === 'implied' ? basis : null,
      covers: mayLimit(fields) ? covers : null,
      date: momentOf(date),
    }),
    onSaved(consents) {
      client.setQueryData(consentQuery(lead.id).queryKey, consents)
      notify(form.values.kind === 'withdrawn' ? 'Withdrawal recorded.' : 'Consent recorded.')
      onClose()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title={form.values.kind === 'withdrawn' ? 'Record withdrawal' : 'Record consent'}
      action="Record"
      form={entry}
      maySubmit={form.values.source.trim() !== ''}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <Select label="Channel" data={channels} allowDeselect={false} {...form.getInputProps('channel')} />
        <Select label="Consent" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
      </div>
      {form.values.kind === 'implied' && (
        <Select label="Based on" data={bases} allowDeselect={false} {...form.getInputProps('basis')} />
      )}
      {mayLimit(form.values) && (
        <Select
          label="Withdrawn for"
          description={
            form.values.covers === 'all'
              ? 'Nothing is sent, not even about a showing that they ask for.'
              : 'Showings and requests of their own are still answered.'
          }
          data={scopes}
          allowDeselect={false}
          {...form.getInputProps('covers')}
        />
      )}
      <TextInput
        label="Source"
        placeholder="Phone call"
        data-autofocus
        required
        maxLength={100}
        {...form.getInputProps('source')}
      />
      <Textarea
        label="Evidence"
        description="What they said or ticked, and where to find it."
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('evidence')}
      />
      <DateTimeField
        kind="date"
        prefers="past"
        label="Date"
        description="Leave empty for now."
        max={localNow().slice(0, 10)}
        {...form.getInputProps('date')}
      />
    </FormDialog>
  )
}
