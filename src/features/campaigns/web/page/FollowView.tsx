import { Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { count } from '../../../../platform/web/text.ts'
import { viewsQuery } from '../../../saved-views/web/client.ts'
import { campaignCalls } from '../../contract/calls.ts'
import type { Campaign } from '../../contract/records.ts'
import { followView, viewEffectQuery } from '../client.ts'
import classes from './CampaignPage.module.css'

const leads = (amount: number): string => (amount === 1 ? '1 lead' : `${count(amount)} leads`)

/** Chooses the view that a campaign takes leads in from, and says what that does before it does it. */
export function FollowView({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const { data: views } = useQuery(viewsQuery)
  const entry = useCallForm(campaignCalls.followView, {
    initial: { view_id: campaign.view ? String(campaign.view.view_id) : '', takes_present: 'no' },
    inputOf: ({ view_id, takes_present }) => ({
      id: campaign.id,
      view_id: Number(view_id),
      takes_present: takes_present === 'yes',
    }),
    send: input => followView(input),
    onSaved: onClose,
  })
  const { form } = entry
  const viewId = Number(form.values.view_id)
  const { data: effect, error } = useQuery({ ...viewEffectQuery(campaign.id, viewId), enabled: viewId > 0 })
  const takesPresent = form.values.takes_present === 'yes'
  return (
    <FormDialog
      title="Take leads in from a view"
      action={takesPresent && effect ? `Take in ${count(effect.fresh)} and whoever follows` : 'Take in from now on'}
      form={entry}
      maySubmit={effect !== undefined}
      onClose={onClose}
    >
      <Select
        label="View"
        {...(campaign.view ? {} : { 'data-autofocus': true })}
        searchable
        placeholder="A saved view of the leads"
        nothingFoundMessage="No such view"
        data={(views ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        description="Your own rights decide whom it holds. Each lead comes in once, whatever becomes of it."
        {...form.getInputProps('view_id')}
      />
      {error && !effect && (
        <p className={classes.effect} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {effect && (
        <Stack gap={8}>
          <p className={classes.effect} aria-live="polite">
            <b>{count(effect.matching)}</b> match now, {count(effect.fresh)} of them never were in this campaign.
          </p>
          <Radio.Group label="Those who match now" {...form.getInputProps('takes_present')}>
            <Stack gap={6} mt={6}>
              <Radio value="no" label="Stay outside: only who comes to match from now on" />
              <Radio value="yes" label={`Come in as well: up to ${leads(effect.fresh)}`} />
            </Stack>
          </Radio.Group>
          <p className={classes.effect}>
            Who withdrew consent, has no agent or is not interested is left out, and told here with the reason.
          </p>
        </Stack>
      )}
    </FormDialog>
  )
}
