import { Textarea } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import { type TrustEntry, trustAccountCalls } from '../../contract.ts'
import { refetchTrust } from '../client.ts'
import classes from './Trust.module.css'

interface ReverseEntryProps {
  dealId: number
  entry: TrustEntry
  onClose(): void
}

/** Asks why an entry is taken back, and on which day. */
export function ReverseEntry({ dealId, entry, onClose }: ReverseEntryProps) {
  const reversal = useCallForm(trustAccountCalls.reverse, {
    initial: { happened_on: localNow().slice(0, 10), reason: '' },
    inputOf: values => ({ id: dealId, entry_id: entry.id, ...values }),
    async onSaved() {
      notify('The entry is taken back.')
      await refetchTrust()
      onClose()
    },
  })
  const { form } = reversal
  return (
    <FormDialog
      title={`Take back entry ${entry.id}`}
      action="Take back"
      form={reversal}
      maySubmit={form.values.reason.trim() !== ''}
      onClose={onClose}
    >
      <p className={classes.note}>
        {exact(Math.abs(entry.amount))} {entry.amount > 0 ? 'from' : 'to'} {entry.party}. The entry stays, and another
        one of the same amount points to it.
      </p>
      <Textarea
        label="Reason"
        description="Stands in the ledger."
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <DateTimeField kind="date" label="Day" required {...form.getInputProps('happened_on')} />
    </FormDialog>
  )
}
