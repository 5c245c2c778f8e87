import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import type { CallForm } from '../../../platform/web/forms/useCallForm.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import type { Call, CallKind, Right } from '../../../platform/wire/call.ts'
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

/** Asks for something, by the link of an e-mail. */
export interface Asking {
  call: Call<
    CallKind,
    string,
    Right,
    typeof RequestFields,
    z.ZodType<ShownRequest>,
    z.ZodObject<{ token: z.ZodString }>
  >
  token: string
}

interface RequestFormProps {
  kind: RequestKind
  /** What is asked for the home, in words. */
  asking: string | null
  /** What they asked for before, to be changed. */
  asked: ShownRequest | null
  ask: Asking
  onSent(taken: ShownRequest): void
  onClose(): void
}

const text: Readonly<Record<RequestKind, { title: string; send: string; message: string }>> = {
  viewing: { title: 'When would you like to see it?', send: 'Request a showing', message: 'Anything we should know?' },
  offer: { title: 'What would you offer?', send: 'Send the offer', message: 'Anything we should know?' },
  sell: { title: 'Tell us about your home', send: 'Send', message: 'When, and what would you like to know?' },
}

/** Asks for one thing. What is typed stays until it was taken. */
export function RequestForm({ kind, asking, asked, ask: { call, token }, onSent, onClose }: RequestFormProps) {
  const [initial] = useState(() => formOf(asked))
  const { form, isSending, failure, submit } = useDraftForm(call, {
    initial,
    draft: { name: `request-${kind}-${token}`, parse: parseRequestForm },
    inputOf: values => ({ token, ...fieldsOf(kind, values) }),
    onSaved: onSent,
  })
  const { title, send, message } = text[kind]
  return (
    <form className={classes.form} aria-label={title} onSubmit={event => void submit(event)}>
      <h2>{title}</h2>
      {kind === 'viewing' && <Times form={form} />}
      {kind === 'offer' && <Offer form={form} asking={asking} />}
      {kind === 'sell' && (
        <TextInput
          label="Address"
          placeholder="1208 - 38 Stadium Rd, Toronto"
          autoComplete="street-address"
          required
          data-autofocus
          {...form.getInputProps('address')}
        />
      )}
      <Textarea label={message} autosize minRows={2} maxLength={2000} {...form.getInputProps('message')} />
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

type Form = CallForm<Values>['form']

/** Days that suit, each with a time from which on; without any, the agent calls to find one. */
function Times({ form }: { form: Form }) {
  const { times } = form.values
  const today = isoDay(new Date())
  return (
    <>
      {times.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told by, and none is taken away
        <div key={place} className={classes.time}>
          <DateTimeField
            kind="date"
            label={place === 0 ? 'Day' : 'Or on'}
            min={today}
            {...form.getInputProps(`times.${place}.date`)}
            error={place === 0 && form.errors.times}
          />
          <DateTimeField kind="time" label="From" {...form.getInputProps(`times.${place}.from`)} />
        </div>
      ))}
      {hasRoom(form.values) && (
        <Button
          className={classes.more}
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          onClick={() => form.setFieldValue('times', [...times, { date: '', from: '' }])}
        >
          Another day
        </Button>
      )}
    </>
  )
}

function Offer({ form, asking }: { form: Form; asking: string | null }) {
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
        value={form.values.price ?? ''}
        error={form.errors.price}
        onChange={price => form.setFieldValue('price', price === '' ? null : Math.round(Number(price)))}
      />
      <DateTimeField kind="date" label="Move in" min={isoDay(new Date())} {...form.getInputProps('move_in_date')} />
    </div>
  )
}
