import { ActionIcon, Button, NumberInput, Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { money } from '../../../../platform/web/money.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { leadCalls } from '../../contract/leads.ts'
import type { Lead, LeadRow, RentalProfile } from '../../contract/record.ts'
import { refetchLead } from '../client/leads.ts'
import classes from './LeadPanels.module.css'

const empty: RentalProfile = { employmentLetter: false, creditScore: null, annualIncome: null }

/** What a landlord asks of a renter: in full for renters, and where something is known. */
export function RentalPanel({ lead }: { lead: LeadRow & Partial<Lead> }) {
  const [editing, setEditing] = useState(false)
  const profile = lead.rental_profile ?? null
  const isAsked = lead.roles.includes('rental_lead') || profile !== null
  return (
    <PanelSection
      title="Rental profile"
      action={
        <ActionIcon aria-label="Edit the rental profile" onClick={() => setEditing(!editing)}>
          <IconPencil size={15} stroke={1.6} />
        </ActionIcon>
      }
    >
      {editing ? (
        <RentalForm leadId={lead.id} profile={profile ?? empty} onDone={() => setEditing(false)} />
      ) : isAsked ? (
        <RentalFacts profile={profile} />
      ) : (
        <p className={classes.quiet}>No rental details yet.</p>
      )}
    </PanelSection>
  )
}

function RentalFacts({ profile }: { profile: RentalProfile | null }) {
  const unknown = <span className={classes.quiet}>Not provided</span>
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <dt>Employment</dt>
        <dd>{profile?.employmentLetter ? 'Letter received' : <span className={classes.quiet}>No letter yet</span>}</dd>
      </div>
      <div className={classes.fact}>
        <dt>Credit</dt>
        <dd>{profile?.creditScore ?? unknown}</dd>
      </div>
      <div className={classes.fact}>
        <dt>Income</dt>
        <dd>{profile?.annualIncome == null ? unknown : money(profile.annualIncome)}</dd>
      </div>
    </dl>
  )
}

function RentalForm({ leadId, profile, onDone }: { leadId: number; profile: RentalProfile; onDone(): void }) {
  const entry = useCallForm(leadCalls.setRentalProfile, {
    initial: { ...profile },
    inputOf: values => ({ id: leadId, ...values }),
    failed: error => serverSentence(error, 'Failed to update rental profile!'),
    async onSaved() {
      await refetchLead(leadId)
      notify('Rental profile updated!')
      onDone()
    },
  })
  const { form } = entry
  const number = (name: 'creditScore' | 'annualIncome') => ({
    value: form.values[name] ?? '',
    error: form.errors[name],
    onChange: (text: string | number) => form.setFieldValue(name, text === '' ? null : Number(text)),
  })
  return (
    <form className={classes.form} onSubmit={event => void entry.submit(event)}>
      <Switch label="Employment letter received" {...form.getInputProps('employmentLetter', { type: 'checkbox' })} />
      <NumberInput label="Credit score" min={300} max={900} clampBehavior="none" {...number('creditScore')} />
      <NumberInput label="Annual income" prefix="$" thousandSeparator="," min={0} {...number('annualIncome')} />
      {entry.failure !== null && (
        <p className={classes.failure} role="alert">
          {entry.failure}
        </p>
      )}
      <div className={classes.formFoot}>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={entry.isSending}>
          Save
        </Button>
      </div>
    </form>
  )
}
