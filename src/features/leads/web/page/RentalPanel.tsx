import { ActionIcon, Button, NumberInput, Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf, ValidationError } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { money } from '../../../../platform/web/money.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { leadCalls } from '../../contract/leads.ts'
import type { Lead, LeadRow, RentalProfile } from '../../contract/record.ts'
import { leadKeys } from '../client/leads.ts'
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
  const client = useQueryClient()
  const [value, setValue] = useState(profile)
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<ValidationError['fields']>({})
  const save = async () => {
    setIsSending(true)
    try {
      await call(leadCalls.setRentalProfile, { id: leadId, ...value })
      await client.invalidateQueries({ queryKey: leadKeys.one(leadId) })
      notify('Rental profile updated!')
      onDone()
    } catch (error) {
      if (error instanceof ValidationError) setProblems(error.fields)
      notifyFailure(error instanceof ValidationError ? sentenceOf(error) : 'Failed to update rental profile!')
      setIsSending(false)
    }
  }
  const number = (text: string | number) => (text === '' ? null : Number(text))
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Switch
        label="Employment letter received"
        checked={value.employmentLetter}
        onChange={event => setValue({ ...value, employmentLetter: event.currentTarget.checked })}
      />
      <NumberInput
        label="Credit score"
        min={300}
        max={900}
        clampBehavior="none"
        value={value.creditScore ?? ''}
        error={problems.creditScore?.[0]}
        onChange={text => setValue({ ...value, creditScore: number(text) })}
      />
      <NumberInput
        label="Annual income"
        prefix="$"
        thousandSeparator=","
        min={0}
        value={value.annualIncome ?? ''}
        error={problems.annualIncome?.[0]}
        onChange={text => setValue({ ...value, annualIncome: number(text) })}
      />
      <div className={classes.formFoot}>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={isSending}>
          Save
        </Button>
      </div>
    </form>
  )
}
