import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import type { RequestFields } from '../contract.ts'
import type { RequestKind } from '../rules.ts'
import classes from './RequestForm.module.css'
import {
  fieldsOf,
  formOf,
  hasRoom,
  parseRequestForm,
  type ShownRequest,
  type RequestForm as Values,
} from './rules/forms.ts'

interface RequestFormProps {
  kind: RequestKind
  /** What is asked for the home, in words. */
  asking: string | null
  /** What they asked for before, to be changed. */
  asked: ShownRequest | null
  /** Under which name what is typed is kept until it is sent. */
  name: string
  onSend(fields: RequestFields): Promise<unknown>
  onClose(): void
}

const text: Readonly<Record<RequestKind, { title: string; send: string; message: string }>> = {
  viewing: { title: 'When would you like to see it?', send: 'Request a showing', message: 'Anything we should know?' },
  offer: { title: 'What would you offer?', send: 'Send the offer', message: 'Anything we should know?' },
  sell: { title: 'Tell us about your home', send: 'Send', message: 'When, and what would you like to know?' },
}

/** Asks for one thing. What is typed stays until it was taken. */
export function RequestForm({ kind, asking, asked, name, onSend, onClose }: RequestFormProps) {
  const [start] = useState(() => formOf(asked))
  const draft = useDraft(`request-${kind}-${name}`, start, parseRequestForm)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<FieldErrors>({})
  const { title, send, message } = text[kind]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setFailure(null)
    setProblems({})
    try {
      await onSend(fieldsOf(kind, draft.value))
      draft.clear()
      onClose()
    } catch (error) {
      setIsSending(false)
      if (error instanceof ValidationError) setProblems(error.fields)
      setFailure(error instanceof ValidationError ? 'Check the marked fields.' : sentenceOf(error))
    }
  }
  const part = { value: draft.value, problems, onChange: draft.change }
  return (
    <form className={classes.form} aria-label={title} onSubmit={event => void submit(event)}>
      <h2>{title}</h2>
      {kind === 'viewing' && <Times {...part} />}
      {kind === 'offer' && <Offer {...part} asking={asking} />}
      {kind === 'sell' && (
        <TextInput
          label="Address"
          placeholder="1208 - 38 Stadium Rd, Toronto"
          autoComplete="street-address"
          required
          data-autofocus
          value={draft.value.address}
          error={problemOf(problems, 'address')}
          onChange={event => draft.change({ ...draft.value, address: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={message}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.value.message}
        error={problemOf(problems, 'message')}
        onChange={event => draft.change({ ...draft.value, message: event.currentTarget.value })}
      />
      {failure && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={isSending}>
          {send}
        </Button>
        <Button size="md" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface PartProps {
  value: Values
  problems: FieldErrors
  onChange(value: Values): void
}

/** The sentence of a field, or of one inside it: `times`, `times.0.date`. */
const problemOf = (problems: FieldErrors, name: string): string | undefined =>
  Object.entries(problems).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1][0]

/** Days that suit, each with a time from which on; without any, the agent calls to find one. */
function Times({ value, problems, onChange }: PartProps) {
  const { times } = value
  const today = isoDay(new Date())
  const change = (place: number, next: Partial<Values['times'][number]>) =>
    onChange({ ...value, times: times.map((time, at) => (at === place ? { ...time, ...next } : time)) })
  return (
    <>
      {times.map((time, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told by, and none is taken away
        <div key={place} className={classes.time}>
          <TextInput
            type="date"
            label={place === 0 ? 'Day' : 'Or on'}
            min={today}
            value={time.date}
            error={place === 0 ? problemOf(problems, 'times') : undefined}
            onChange={event => change(place, { date: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="From"
            value={time.from}
            onChange={event => change(place, { from: event.currentTarget.value })}
          />
        </div>
      ))}
      {hasRoom(value) && (
        <Button
          className={classes.more}
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          onClick={() => onChange({ ...value, times: [...times, { date: '', from: '' }] })}
        >
          Another day
        </Button>
      )}
    </>
  )
}

function Offer({ value, problems, asking, onChange }: PartProps & { asking: string | null }) {
  return (
    <div className={classes.pair}>
      <NumberInput
        label="Your price"
        description={asking === null ? undefined : `Asked: ${asking}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        prefix="$"
        thousandSeparator=","
        decimalScale={0}
        allowNegative={false}
        required
        data-autofocus
        value={value.price ?? ''}
        error={problemOf(problems, 'price')}
        onChange={price => onChange({ ...value, price: price === '' ? null : Math.round(Number(price)) })}
      />
      <TextInput
        type="date"
        label="Move in"
        min={isoDay(new Date())}
        value={value.move_in_date}
        error={problemOf(problems, 'move_in_date')}
        onChange={event => onChange({ ...value, move_in_date: event.currentTarget.value })}
      />
    </div>
  )
}
