import { MultiSelect } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { distributionCalls, type LeadDistribution } from '../../contract.ts'

interface OfferAgainProps {
  distribution: LeadDistribution
  onClose(): void
}

/** Asks whom to leave out before a lead is offered from the start: at first those who were asked and did not take it. */
export function OfferAgain({ distribution, onClose }: OfferAgainProps) {
  const { lead_id, offers, decisions } = distribution
  const agents = new Map(
    [...(decisions.at(-1)?.agents ?? []), ...offers].map(({ agent }) => [String(agent.id), agent.name]),
  )
  const form = useCallForm(distributionCalls.offerAgain, {
    initial: { leave_out: [...new Set(offers.map(({ agent }) => String(agent.id)))] },
    inputOf: ({ leave_out }) => ({ id: lead_id, leave_out: leave_out.map(Number) }),
    onSaved: async () => {
      await refetchCall(queryClient, distributionCalls.ofLead, { id: lead_id })
      onClose()
    },
  })
  return (
    <FormDialog title="Offer this lead" action="Offer" form={form} onClose={onClose}>
      <MultiSelect
        label="Leave out"
        description="Everybody else is looked at again, in the usual order."
        placeholder="Nobody"
        searchable
        data={[...agents].map(([value, label]) => ({ value, label }))}
        {...form.form.getInputProps('leave_out')}
      />
    </FormDialog>
  )
}
