import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { Call, OutputOf } from '../../wire/call.ts'
import { ApiError, sentenceOf, ValidationError } from '../calls/apiErrors.ts'
import { type CallOptions, call, type SentBy } from '../calls/call.ts'

interface CallFormOptions<C extends Call, Values extends Record<string, unknown>> {
  initial: Values
  /** What is sent, made of what the form holds. Fields of the same name get the server's sentences. */
  inputOf(values: Values): SentBy<C>
  /** The schema of what is sent, where the browser has it: what it refuses is said before anything is sent. */
  schema?: z.ZodType
  /** The version of the record that is edited: the server refuses the write when somebody was faster. */
  version?: number
  /** The form is done: closes it, says so. */
  onSaved(answer: OutputOf<C>): unknown
}

/** A form for one call. */
export interface CallForm<Values extends Record<string, unknown>> {
  form: ReturnType<typeof useForm<Values>>
  isSending: boolean
  /** What went wrong and stands at no field; `null` while all is well. */
  failure: string | null
  /** The record as somebody else left it meanwhile; `null` when nobody was faster. */
  conflict: unknown
  submit(event?: FormEvent): Promise<void>
}

/** Holds what is typed, checks it, sends it once, and shows what the server says where it belongs. */
export function useCallForm<C extends Call, Values extends Record<string, unknown>>(
  definition: C,
  { initial, inputOf, schema, version, onSaved }: CallFormOptions<C, Values>,
): CallForm<Values> {
  const form = useForm<Values>({ initialValues: initial })
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const refuse = (fields: Readonly<Record<string, readonly string[]>>) => {
    const known = Object.entries(fields).filter(([field]) => field in form.values)
    form.setErrors(Object.fromEntries(known.map(([field, sentences]) => [field, sentences[0]])) as never)
    return known.length > 0 && known.length === Object.keys(fields).length
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending) return
    const input = inputOf(form.values)
    const problems = schema?.safeParse(input).error
    setError(null)
    if (problems && refuse(sentencesOf(problems))) return
    setIsSending(true)
    try {
      await onSaved(await send(definition, input, { idempotencyKey, ...versionHeader(version) }))
    } catch (thrown) {
      const isShownAtFields = thrown instanceof ValidationError && refuse(thrown.fields)
      setError(isShownAtFields ? null : thrown)
    } finally {
      setIsSending(false)
    }
  }
  return {
    form,
    isSending,
    failure: error === null ? null : sentenceOf(error),
    conflict: error instanceof ApiError && error.code === 'stale' ? error.data : null,
    submit,
  }
}

const versionHeader = (version: number | undefined): CallOptions =>
  version === undefined ? {} : { ifMatch: `"${version}"` }

const send = <C extends Call>(definition: C, input: SentBy<C>, options: CallOptions): Promise<OutputOf<C>> =>
  (call as (definition: C, input: SentBy<C>, options: CallOptions) => Promise<OutputOf<C>>)(definition, input, options)

function sentencesOf({ issues }: z.ZodError): Record<string, string[]> {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0] ?? ''))
  return Object.fromEntries([...byField].map(([field, found]) => [field, found.map(({ message }) => message)]))
}
