import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { sitesQuery } from '../../leads/web/client/leads.ts'
import { intakeCalls } from '../contract/intake.ts'
import type { IntakeSource } from '../contract/sources.ts'
import type { NewKey } from './KeyDialog.tsx'
import { kindLabels } from './rules/text.ts'

const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))

/** Adds a source; its key is shown right after. */
export function AddSource({ onClose, onAdded }: { onClose(): void; onAdded(key: NewKey): void }) {
  const sites = (useQuery(sitesQuery).data ?? []).filter(({ is_retired }) => !is_retired)
  const entry = useCallForm(intakeCalls.add, {
    initial: { kind: 'site' as IntakeSource['kind'], name: '', site_id: null as string | null, address: '' },
    inputOf: ({ kind, name, site_id, address }) => ({
      kind,
      name,
      site_id: site_id === null ? null : Number(site_id),
      address: (kind === 'mailbox' || kind === 'facebook') && address !== '' ? address : null,
    }),
    onSaved(answer) {
      onClose()
      onAdded(answer)
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title="Add source"
      action="Add source"
      form={entry}
      maySubmit={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <Select label="Kind" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
      <TextInput
        label="Name"
        description="New leads have it as their source."
        placeholder={form.values.kind === 'site' ? 'brokerage.example' : 'Portal e-mails'}
        data-autofocus
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Select
        label="Site"
        description="Its leads belong to this site."
        placeholder="Choose a site"
        data={sites.map(({ id, domain }) => ({ value: String(id), label: domain }))}
        clearable
        {...form.getInputProps('site_id')}
      />
      {form.values.kind === 'mailbox' && (
        <TextInput
          label="Address"
          description="Portals send their lead e-mails here."
          placeholder="leads@brokerage.example"
          maxLength={254}
          {...form.getInputProps('address')}
        />
      )}
      {form.values.kind === 'facebook' && (
        <TextInput
          label="Page"
          description="Its id. Without one, leads of every page come in here."
          placeholder="104839201938475"
          inputMode="numeric"
          maxLength={40}
          {...form.getInputProps('address')}
        />
      )}
    </FormDialog>
  )
}
