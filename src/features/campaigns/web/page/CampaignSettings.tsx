import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { type LeadRole, roleLabels } from '../../../leads/rules.ts'
import { sitesQuery } from '../../../leads/web/client/leads.ts'
import { campaignCalls } from '../../contract/calls.ts'
import type { Campaign } from '../../contract/records.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../rules/steps.ts'
import { updateCampaign } from '../client.ts'
import classes from './CampaignPage.module.css'

const ANY = ''
const roles = [
  { value: ANY, label: 'All leads' },
  ...Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
]

/** What a campaign is called, for whom it is, and how it starts and stops. */
export function CampaignSettings({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const { data: sites } = useQuery(sitesQuery)
  const entry = useCallForm(campaignCalls.update, {
    initial: {
      name: campaign.name,
      description: campaign.description,
      role: campaign.role ?? ANY,
      site_id: campaign.site_id === null ? ANY : String(campaign.site_id),
      stop_after_connection: campaign.stop_after_connection,
      auto_add: campaign.auto_add,
      is_happy_hour_campaign: campaign.is_happy_hour_campaign,
    },
    version: campaign.version,
    inputOf: ({ role, site_id, ...fields }) => ({
      ...fields,
      id: campaign.id,
      role: role === ANY ? null : (role as LeadRole),
      site_id: site_id === ANY ? null : Number(site_id),
    }),
    send: input => updateCampaign(input),
    onSaved: onClose,
  })
  const { form } = entry
  return (
    <FormDialog
      title="Name and rules"
      action="Save"
      form={entry}
      maySubmit={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={NAME_LENGTH} {...form.getInputProps('name')} />
      <TextInput label="Description" maxLength={DESCRIPTION_LENGTH} {...form.getInputProps('description')} />
      <div className={classes.pair}>
        <Select label="For" data={roles} allowDeselect={false} {...form.getInputProps('role')} />
        <Select
          label="From"
          allowDeselect={false}
          data={[
            { value: ANY, label: 'All sites' },
            ...(sites ?? [])
              .filter(({ id, is_retired }) => !is_retired || id === campaign.site_id)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('site_id')}
        />
      </div>
      <div className={classes.checks}>
        <Checkbox
          label="Stop when the lead replies or a call lasts 30 seconds"
          {...form.getInputProps('stop_after_connection', { type: 'checkbox' })}
        />
        <Checkbox
          label="Start when such a lead is assigned"
          {...form.getInputProps('auto_add', { type: 'checkbox' })}
        />
        <Checkbox
          label="Start when such a lead is claimed in happy hour"
          {...form.getInputProps('is_happy_hour_campaign', { type: 'checkbox' })}
        />
      </div>
    </FormDialog>
  )
}
