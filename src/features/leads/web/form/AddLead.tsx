import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../../platform/ui/dialogs/modals.ts'
import { DraftMark } from '../../../../platform/ui/marks/DraftMark.tsx'
import { notify } from '../../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { DuplicateLead, leadCalls } from '../../contract/leads.ts'
import { leadPagePath, mergePath } from '../../rules.ts'
import { leadQuery, refetchLists } from '../client/leads.ts'
import { fieldsOf, formValuesOf } from '../rules/leadFields.ts'
import { leadName } from '../rules/wording.ts'
import classes from './LeadForm.module.css'
import { LeadFormFields } from './LeadFormFields.tsx'
import { type LeadForm, useLeadForm } from './useLeadForm.ts'

interface AddLeadProps {
  opened: boolean
  /** The number of somebody new, as it was typed. */
  phone?: string
  onClose(): void
  /** The list goes back to its first tab. */
  onAdded(): void
}

/** The "Add lead" modal. */
export function AddLead({ opened, phone, onClose, onAdded }: AddLeadProps) {
  const wide = useIsWide()
  return (
    <Dialog opened={opened} onClose={onClose} title="Add lead" size={480} fullScreen={!wide} keepMounted={false}>
      <AddLeadForm phone={phone ?? ''} onClose={onClose} onAdded={onAdded} />
    </Dialog>
  )
}

function AddLeadForm({ phone, onClose, onAdded }: Omit<AddLeadProps, 'opened'> & { phone: string }) {
  const client = useQueryClient()
  const id = useId()
  const closeSoon = useCloseAfterSuccess(onClose)
  const entry = useLeadForm(leadCalls.create, {
    // What waits of another new lead is not theirs.
    name: phone ? `lead-new-${phone}` : 'lead-new',
    initial: formValuesOf(phone ? { phone } : null),
    fallback: 'There was an error adding this lead.',
    inputOf: values => fieldsOf(values, null),
    onSaved(lead) {
      client.setQueryData(leadQuery(lead.id).queryKey, lead)
      void refetchLists()
      notify(`${lead.first_name || lead.last_name} has been added to your leads!`)
      onAdded()
      closeSoon()
    },
  })
  return (
    <form id={id} className={classes.adding} noValidate onSubmit={event => void entry.submit(event)}>
      <LeadFormFields entry={entry} editing={false} />
      <ExistingLead entry={entry} />
      <div className={classes.foot}>
        <DraftMark draft={entry.draft} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={entry.isSending}>
          Add lead
        </Button>
      </div>
    </form>
  )
}

/** The lead that is there already, where the person may see it; while another one is edited, with the way to merge the two. */
export function ExistingLead({ entry, editing = null }: { entry: Pick<LeadForm, 'refusal'>; editing?: number | null }) {
  const duplicate = DuplicateLead.safeParse(entry.refusal?.data)
  const lead = duplicate.success ? duplicate.data.lead : null
  return lead ? (
    <p className={classes.existing}>
      <a href={leadPagePath(lead)}>Open {leadName(lead)}</a>
      {editing !== null && (
        <>
          {' or '}
          <a href={mergePath(editing, lead.id)}>compare and merge the two</a>
        </>
      )}
    </p>
  ) : null
}
