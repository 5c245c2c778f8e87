import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../../platform/ui/dialogs/modals.ts'
import { DraftMark } from '../../../../platform/ui/marks/DraftMark.tsx'
import { notify } from '../../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { DuplicateLead } from '../../contract/leads.ts'
import { leadPath, mergePath } from '../../rules.ts'
import { addLead, leadKeys } from '../client/leads.ts'
import { fieldsOf, formValuesOf } from '../rules/leadFields.ts'
import { leadName } from '../rules/wording.ts'
import classes from './LeadForm.module.css'
import { LeadFormFields } from './LeadFormFields.tsx'
import { type LeadForm, useLeadForm } from './useLeadForm.ts'

interface AddLeadProps {
  opened: boolean
  onClose(): void
  /** The list goes back to its first tab. */
  onAdded(): void
}

/** The "Add lead" modal. */
export function AddLead({ opened, onClose, onAdded }: AddLeadProps) {
  const wide = useIsWide()
  return (
    <Dialog opened={opened} onClose={onClose} title="Add lead" size={480} fullScreen={!wide} keepMounted={false}>
      <AddLeadForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  )
}

function AddLeadForm({ onClose, onAdded }: Pick<AddLeadProps, 'onClose' | 'onAdded'>) {
  const client = useQueryClient()
  const id = useId()
  // One key for one form: pressed twice, or sent again after a lost connection, it is still one lead.
  const [key] = useState(() => crypto.randomUUID())
  const closeSoon = useCloseAfterSuccess(onClose)
  const form = useLeadForm({
    name: 'lead-new',
    initial: formValuesOf(null),
    fallback: 'There was an error adding this lead.',
    async send(values) {
      const lead = await addLead(fieldsOf(values, null), key)
      client.setQueryData(leadKeys.one(lead.id), lead)
      void client.invalidateQueries({ queryKey: leadKeys.lists })
      void client.invalidateQueries({ queryKey: ['leads', 'counts'] })
      notify(`${lead.first_name || lead.last_name} has been added to your leads!`)
      onAdded()
      closeSoon()
    },
  })
  return (
    <form
      id={id}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <LeadFormFields form={form} editing={false} />
      <ExistingLead form={form} />
      <div className={classes.foot}>
        <DraftMark draft={form.draft} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSending}>
          Add lead
        </Button>
      </div>
    </form>
  )
}

/** The lead that is there already, where the person may see it; while another one is edited, with the way to merge the two. */
export function ExistingLead({ form, editing = null }: { form: LeadForm; editing?: number | null }) {
  const duplicate = DuplicateLead.safeParse(form.failure?.error?.data)
  const lead = duplicate.success ? duplicate.data.lead : null
  return lead ? (
    <p>
      <a href={leadPath(lead)}>Open {leadName(lead)}</a>
      {editing !== null && (
        <>
          {' or '}
          <a href={mergePath(editing, lead.id)}>compare and merge the two</a>
        </>
      )}
    </p>
  ) : null
}
