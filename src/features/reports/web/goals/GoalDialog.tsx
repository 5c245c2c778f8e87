import { NumberInput, SegmentedControl, Select } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { type Goal, goalCalls } from '../../contract.ts'
import { type GoalMetric, goalMetrics, MAX_GOAL } from '../../rules/goals.ts'
import { type Length, lengths } from '../../rules/lengths.ts'
import { metricOf } from '../../rules/metrics.ts'

interface GoalDialogProps {
  agentId: number
  /** The one that is changed; a new one without. */
  goal: Goal | null
  onClose(): void
}

const periods: Readonly<Record<Length, string>> = { week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' }
const labels: Readonly<Partial<Record<GoalMetric, string>>> = {
  calls_connected: 'Calls that connected',
  firm_deals: 'Firm deals',
}

/** Sets a goal of an agent; without an amount it is taken away. */
export function GoalDialog({ agentId, goal, onClose }: GoalDialogProps) {
  const entry = useCallForm(goalCalls.setGoal, {
    initial: {
      metric: (goal?.metric ?? 'calls') as GoalMetric,
      period: (goal?.period ?? 'week') as Length,
      amount: (goal?.amount ?? '') as number | string,
    },
    inputOf: ({ metric, period, amount }) => ({
      agent_id: agentId,
      metric,
      period,
      amount: amount === '' ? null : Number(amount),
    }),
    onSaved() {
      onClose()
      void refetchCall(queryClient, goalCalls.goals)
    },
  })
  const { form } = entry
  const { metric, period } = form.values
  const { unit, event } = metricOf(metric)
  return (
    <FormDialog
      title={goal ? 'Change a goal' : 'Set a goal'}
      action={goal && form.values.amount === '' ? 'Take the goal away' : 'Save goal'}
      form={entry}
      size={400}
      maySubmit={goal !== null || form.values.amount !== ''}
      onClose={onClose}
    >
      <Select
        label="What is counted"
        description={event}
        data={goalMetrics.map(value => ({ value, label: labels[value] ?? metricOf(value).label }))}
        allowDeselect={false}
        disabled={goal !== null}
        value={metric}
        onChange={value => value !== null && form.setFieldValue('metric', value as GoalMetric)}
      />
      <SegmentedControl
        aria-label="In each"
        data={lengths.map(value => ({ value, label: periods[value] }))}
        disabled={goal !== null}
        value={period}
        onChange={value => form.setFieldValue('period', value as Length)}
      />
      <NumberInput
        label={`In each ${period}`}
        description={goal ? 'Leave it empty to take the goal away.' : undefined}
        data-autofocus
        {...(unit === 'money' ? { prefix: '$', thousandSeparator: ',' } : {})}
        allowDecimal={false}
        min={1}
        max={MAX_GOAL}
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  )
}
