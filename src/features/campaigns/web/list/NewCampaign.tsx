import { Checkbox, Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { type LeadRole, roleLabels } from '../../../leads/rules.ts'
import { campaignCalls } from '../../contract/calls.ts'
import { library } from '../../rules/library.ts'
import { NAME_LENGTH } from '../../rules/steps.ts'
import classes from './Campaigns.module.css'

const BLANK = ''
const choices = [
  { value: BLANK, label: 'An empty campaign' },
  ...library.map(({ key, name }) => ({ value: key, label: name })),
]
const roles = [
  { value: BLANK, label: 'All leads' },
  ...Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
]
const model = (key: string) => library.find(one => one.key === key)

/** Adds a campaign, empty or from one of those to start from. It is a draft until it is switched on. */
export function NewCampaign({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const entry = useCallForm(campaignCalls.create, {
    initial: { from: BLANK, name: '', role: BLANK, stop_after_connection: true, auto_add: false },
    inputOf: ({ from, role, ...fields }) => ({
      ...fields,
      role: role === BLANK ? null : (role as LeadRole),
      is_on: false,
      description: model(from)?.description ?? '',
      steps: [...(model(from)?.steps ?? [])],
    }),
    onSaved(campaign) {
      onClose()
      void navigate({ to: '/campaigns/$id', params: { id: String(campaign.id) }, search: true })
    },
  })
  const { form } = entry
  const start = (key: string) => {
    const found = model(key)
    form.setValues({
      from: key,
      name: found?.name ?? '',
      role: found?.role ?? BLANK,
      stop_after_connection: found?.stop_after_connection ?? true,
    })
  }
  return (
    <FormDialog
      title="New campaign"
      action="Create draft"
      form={entry}
      maySubmit={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <Select
        label="Start from"
        data={choices}
        value={form.values.from}
        allowDeselect={false}
        onChange={key => start(key ?? BLANK)}
        description={model(form.values.from)?.description}
      />
      <TextInput label="Name" data-autofocus maxLength={NAME_LENGTH} {...form.getInputProps('name')} />
      <Select label="For" data={roles} allowDeselect={false} {...form.getInputProps('role')} />
      <div className={classes.checks}>
        <Checkbox
          label="Stop when the lead replies or a call lasts 30 seconds"
          {...form.getInputProps('stop_after_connection', { type: 'checkbox' })}
        />
        <Checkbox
          label="Start when such a lead is assigned"
          {...form.getInputProps('auto_add', { type: 'checkbox' })}
        />
      </div>
    </FormDialog>
  )
}
