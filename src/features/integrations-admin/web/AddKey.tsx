import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { addDays } from 'date-fns'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { integrationsCalls } from '../contract.ts'
import { type KeyScope, keyScopes, scopeLabels } from '../rules/scopes.ts'
import { refetchIntegrations } from './client.ts'

const ends = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '365', label: 'In a year' },
]

interface AddKeyProps {
  onClose(): void
  onAdded(made: { key: { name: string }; token: string }): void
}

/** Makes a key; it is shown right after, once. */
export function AddKey({ onClose, onAdded }: AddKeyProps) {
  const entry = useCallForm(integrationsCalls.createKey, {
    initial: { name: '', scopes: ['leads:read'] as KeyScope[], expires_at: '' },
    inputOf: ({ name, scopes, expires_at: days }) => ({
      name,
      scopes,
      expires_at: days === '' ? null : addDays(new Date(), Number(days)).toISOString(),
    }),
    onSaved(made) {
      onClose()
      onAdded(made)
      void refetchIntegrations()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title="New API key"
      action="Make key"
      form={entry}
      maySubmit={form.values.name.trim() !== '' && form.values.scopes.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Which system uses it."
        placeholder="Accounting"
        data-autofocus
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="It may" {...form.getInputProps('scopes')}>
        <Stack gap={8} mt={8}>
          {keyScopes.map(scope => (
            <Checkbox key={scope} value={scope} label={scopeLabels[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select label="Ends" data={ends} allowDeselect={false} {...form.getInputProps('expires_at')} />
    </FormDialog>
  )
}
