import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { Channel, type ConsentBasis, ConsentKind, consentCalls } from '../contract.ts'
import { channelLabel, stateLabel } from '../rules.ts'
import classes from './Consent.module.css'
import { consentQuery } from './client.ts'

const kinds = ConsentKind.options.map(value => ({ value, label: stateLabel[value] }))
const channels = Channel.options.map(value => ({ value, label: channelLabel[value] }))
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

/** Writes down what a lead said about being reached. */
export function ConsentForm({ lead, given, onClose }: ConsentFormProps) {
  const client = useQueryClient()
  const entry = useCallForm(consentCalls.record, {
    initial: { ...given, basis: 'inquiry' as ConsentBasis, source: '', evidence: '', date: '' },
    inputOf: ({ basis, date, ...fields }) => ({
      ...fields,
      id: lead.id,
      basis: fields.kind === 'implied' ? basis : null,
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
      <TextInput
        label="Date"
        description="Leave empty for now."
        type="date"
        max={localNow().slice(0, 10)}
        {...form.getInputProps('date')}
      />
    </FormDialog>
  )
}
