import { NumberInput } from '@mantine/core'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { reportCalls } from '../contract.ts'
import { refetchReports } from './client.ts'

interface CostDialogProps {
  source: string
  /** A day of the month that is meant at first. */
  day: string
  onClose(): void
}

/** What a source of leads cost in a month. */
export function CostDialog({ source, day, onClose }: CostDialogProps) {
  const entry = useCallForm(reportCalls.setCost, {
    initial: { source, month: day, cost: '' as number | string },
    inputOf: ({ cost, ...fields }) => ({ ...fields, cost: cost === '' ? null : Number(cost) }),
    onSaved() {
      onClose()
      void refetchReports()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title={`Cost of ${source.replaceAll('_', ' ')}`}
      action="Save cost"
      form={entry}
      size={380}
      onClose={onClose}
    >
      <DateTimeField
        kind="date"
        prefers="past"
        label="Month"
        description="Any day of it."
        value={form.values.month}
        onChange={month => month && form.setFieldValue('month', month)}
      />
      <NumberInput
        label="Cost in this month"
        description="Leave it empty when it is not known."
        data-autofocus
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        min={0}
        max={10_000_000}
        {...form.getInputProps('cost')}
      />
    </FormDialog>
  )
}
