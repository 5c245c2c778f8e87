import { NumberInput, Textarea } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { refetchDeals } from '../../../deals/web/client.ts'
import { type CommissionLine, commissionCalls } from '../../contract.ts'
import { exact, inCents } from '../../rules/cents.ts'
import { refetchCommission } from '../client.ts'
import classes from './Commission.module.css'

interface CorrectLineProps {
  dealId: number
  line: CommissionLine
  lines: readonly CommissionLine[]
  onClose(): void
}

/** Asks what a line should have been, and why. */
export function CorrectLine({ dealId, line, lines, onClose }: CorrectLineProps) {
  const now = lines
    .filter(one => one.id === line.id || (one.corrects === line.id && one.party === line.party))
    .reduce((sum, { amount }) => sum + inCents(amount), 0)
  const entry = useCallForm(commissionCalls.correct, {
    initial: { amount: (now / 100) as number | string, reason: '' },
    inputOf: ({ amount, reason }) => ({ id: dealId, line_id: line.id ?? 0, amount: Number(amount), reason }),
    async onSaved() {
      notify('The line is corrected.')
      await Promise.all([refetchCommission(), refetchDeals()])
      onClose()
    },
  })
  const { form } = entry
  const difference = inCents(Number(form.values.amount) || 0) - now
  return (
    <FormDialog
      title={`Correct “${line.label}”`}
      action="Add correction"
      form={entry}
      maySubmit={difference !== 0 && form.values.reason.trim() !== ''}
      onClose={onClose}
    >
      <NumberInput
        label={`What ${line.name} gets`}
        description={`Now ${exact(now / 100)}, without tax.`}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        min={-100_000_000}
        max={100_000_000}
        required
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        description="Stands on the statement."
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      {difference !== 0 && (
        <p className={classes.note}>
          {line.name} gets {exact(Math.abs(difference) / 100)} {difference > 0 ? 'more' : 'less'}, and the brokerage as
          much {difference > 0 ? 'less' : 'more'}. The old line stays.
        </p>
      )}
    </FormDialog>
  )
}
