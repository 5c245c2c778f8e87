import { Checkbox, Stack, TextInput } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { integrationsCalls, type WebhookRecord } from '../contract.ts'
import { eventLabels, type WebhookEvent, webhookEvents } from '../rules/webhooks.ts'
import { refetchIntegrations } from './client.ts'

interface AddWebhookProps {
  onClose(): void
  onAdded(made: { webhook: WebhookRecord; secret: string }): void
}

/** Makes a webhook; its secret is shown right after, once. */
export function AddWebhook({ onClose, onAdded }: AddWebhookProps) {
  const entry = useCallForm(integrationsCalls.createWebhook, {
    initial: { url: '', events: ['lead.created'] as WebhookEvent[] },
    inputOf: values => values,
    onSaved(made) {
      onClose()
      onAdded(made)
      void refetchIntegrations()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title="New webhook"
      action="Make webhook"
      form={entry}
      maySubmit={form.values.url.trim() !== '' && form.values.events.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="On the open internet, with https."
        placeholder="https://hooks.example.com/keyturn"
        type="url"
        data-autofocus
        required
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="It hears when" {...form.getInputProps('events')}>
        <Stack gap={8} mt={8}>
          {webhookEvents.map(event => (
            <Checkbox key={event} value={event} label={eventLabels[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
