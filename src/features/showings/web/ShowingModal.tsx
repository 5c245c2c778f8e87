import { Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, sentenceOf, ValidationError } from '../../../platform/web/apiErrors.ts'
import { useDraft } from '../../../platform/web/drafts.ts'
import { notify } from '../../../platform/web/notices.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import type { Showing } from '../contract.ts'
import { bookShowing, changeShowing, refetchShowings } from './client.ts'
import { emptyShowing, formOf, parseShowingForm, type ShowingForm, showingFields } from './rules/form.ts'
import classes from './Showings.module.css'

interface ShowingModalProps {
  lead: { id: number }
  /** `null` books a new one. */
  showing: Showing | null
  zone: string
  onClose(): void
}

const STALE = 'Somebody else changed this showing in the meantime. Save again to replace what they wrote.'

/** Books a showing or changes one. It closes on success; a new one that is not sent yet is kept. */
export function ShowingModal({ lead, showing, zone, onClose }: ShowingModalProps) {
  const wide = useIsWide()
  const client = useQueryClient()
  const [start] = useState(() => (showing ? formOf(showing) : emptyShowing(new Date(), zone)))
  const draft = useDraft(
    `showing-${showing ? `of-${showing.id}-${showing.version}` : lead.id}`,
    start,
    parseShowingForm,
  )
  const [base, setBase] = useState(showing)
  const [key] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<{ isSending: boolean; failure: string | null; problems: FieldErrors }>({
    isSending: false,
    failure: null,
    problems: {},
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState({ isSending: true, failure: null, problems: {} })
    try {
      const fields = showingFields(draft.value)
      await (base ? changeShowing(base, fields) : bookShowing({ leadId: lead.id, ...fields }, key))
      draft.clear()
      notify(base ? 'Showing updated.' : 'Showing booked.')
      onClose()
      await refetchShowings(client, lead.id)
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale'
      if (isStale) setBase(error.data as Showing)
      const problems = error instanceof ValidationError ? error.fields : {}
      setState({ isSending: false, failure: isStale ? STALE : sentenceOf(error), problems })
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={showing ? 'Edit the showing' : 'Book a showing'}
      fullScreen={!wide}
      size={560}
    >
      <form className={classes.form} onSubmit={event => void save(event)}>
        <Home value={draft.value} problems={state.problems} onChange={draft.change} />
        <Times value={draft.value} problems={state.problems} onChange={draft.change} />
        <TextInput
          label="Lockbox"
          description="What opens the door. Clients never see it."
          value={draft.value.lockbox_description}
          onChange={event => draft.change({ ...draft.value, lockbox_description: event.currentTarget.value })}
        />
        <Textarea
          label="Notes"
          autosize
          minRows={2}
          value={draft.value.notes}
          onChange={event => draft.change({ ...draft.value, notes: event.currentTarget.value })}
        />
        {state.failure && (
          <p className={classes.failed} role="alert">
            {state.failure}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={state.isSending}>
            {showing ? 'Save' : 'Book'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface PartProps {
  value: ShowingForm
  problems: FieldErrors
  onChange(value: ShowingForm): void
}

function Home({ value, problems, onChange }: PartProps) {
  return (
    <>
      <TextInput
        label="Address"
        placeholder="1208 - 38 Stadium Rd, Toronto"
        data-autofocus
        value={value.address_formatted}
        error={problems['address_formatted']?.[0]}
        onChange={event => onChange({ ...value, address_formatted: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label="MLS number"
          description="Fills in what is left empty"
          value={value.mls_number}
          onChange={event => onChange({ ...value, mls_number: event.currentTarget.value })}
        />
        <NumberInput
          label="Listed for"
          description="Dollars"
          prefix="$"
          thousandSeparator=","
          min={0}
          value={value.listed_for ?? ''}
          error={problems['listed_for']?.[0]}
          onChange={text => onChange({ ...value, listed_for: text === '' ? null : Number(text) })}
        />
      </div>
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={6}
        value={value.listing_description}
        onChange={event => onChange({ ...value, listing_description: event.currentTarget.value })}
      />
      <TextInput
        label="Photo"
        placeholder="https://"
        type="url"
        value={value.photo_base_url}
        error={problems['photo_base_url']?.[0]}
        onChange={event => onChange({ ...value, photo_base_url: event.currentTarget.value })}
      />
    </>
  )
}

const times = [
  { name: 'date', label: 'Day', type: 'date' },
  { name: 'time_start', label: 'From', type: 'time' },
  { name: 'time_end', label: 'To', type: 'time' },
] as const

function Times({ value, problems, onChange }: PartProps) {
  return (
    <div className={classes.times}>
      {times.map(({ name, label, type }) => (
        <TextInput
          key={name}
          type={type}
          label={label}
          required={name !== 'time_end'}
          value={value[name]}
          error={problems[name]?.[0]}
          onChange={event => onChange({ ...value, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
