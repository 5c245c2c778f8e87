import { NumberInput } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { calendarDay, isoDay } from '../../../../platform/web/time/time.ts'
import { type BusinessOverview, businessCalls, MAX_BUSINESS_GOAL } from '../../contract.ts'
import { refetchOverview } from '../client.ts'

interface GoalDialogProps {
  overview: BusinessOverview
  onClose(): void
}

/** What the brokerage is to earn this year. */
export function GoalDialog({ overview: { today, goal }, onClose }: GoalDialogProps) {
  const year = Number(today.slice(0, 4))
  const entry = useCallForm(businessCalls.setGoal, {
    initial: { year, amount: (goal?.amount ?? '') as number | string },
    inputOf: ({ amount, ...fields }) => ({ ...fields, amount: amount === '' ? null : Number(amount) }),
    onSaved() {
      onClose()
      void refetchOverview()
    },
  })
  return (
    <FormDialog title={`Goal for ${year}`} action="Save goal" form={entry} size={380} onClose={onClose}>
      <NumberInput
        label="Gross commission"
        description={
          goal?.set_by
            ? `Set by ${goal.set_by} on ${calendarDay(isoDay(goal.set_at))}. Leave it empty to remove the goal.`
            : 'Of all deals that close in the year.'
        }
        data-autofocus
        prefix="$"
        thousandSeparator=","
        decimalScale={0}
        min={1}
        max={MAX_BUSINESS_GOAL}
        {...entry.form.getInputProps('amount')}
      />
    </FormDialog>
  )
}
