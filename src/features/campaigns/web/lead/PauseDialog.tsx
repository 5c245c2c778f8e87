import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { localInstant } from '../../../../platform/web/forms/localInstant.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { campaignCalls } from '../../contract/calls.ts'
import type { LeadCampaign } from '../../contract/records.ts'
import { pauseCampaign } from '../client.ts'

interface PauseDialogProps {
  leadId: number
  instance: LeadCampaign
  onClose(): void
}

/** Asks until when a campaign waits on a lead. */
export function PauseDialog({ leadId, instance, onClose }: PauseDialogProps) {
  const { campaign } = instance
  const entry = useCallForm(campaignCalls.pause, {
    initial: { until: '' },
    inputOf: ({ until }) => ({ id: leadId, campaignId: campaign.id, until: localInstant(until) }),
    check: ({ until }): Record<string, string[]> =>
      until > localNow() ? {} : { until: ['Choose a time in the future.'] },
    send: ({ until = null }) => pauseCampaign(leadId, instance, until),
    onSaved: onClose,
  })
  const { until } = entry.form.values
  return (
    <FormDialog
      title={`Pause “${campaign.name}”`}
      action="Pause"
      form={entry}
      maySubmit={until !== ''}
      onClose={onClose}
    >
      <DateTimeField
        kind="datetime"
        label="Until"
        description="Then it goes on by itself, with the next step."
        min={localNow()}
        isFirst
        {...entry.form.getInputProps('until')}
      />
    </FormDialog>
  )
}
