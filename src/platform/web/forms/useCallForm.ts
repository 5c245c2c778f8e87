import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { Call, OutputOf } from '../../wire/call.ts'
import { ApiError, sentenceOf, ValidationError } from '../calls/apiErrors.ts'
import { type CallOptions, callWith, type SentBy } from '../calls/call.ts'

type SendOptions = CallOptions & { idempotencyKey: string }
type Problems = Readonly<Record<string, readonly string[]>>

interface CallFormOptions<C extends Call, Values extends Record<string, unknown>, Answer> {
  initial: Values
  /** What is sent, made of what the form holds. Fields of the same name get the server's sentences. */
  inputOf(values: Values): SentBy<C>
  /** The schema of what is sent, where the browser has it: what it refuses is said before anything is sent. */
  schema?: z.ZodType
  /** What else is wrong before anything is sent, by field. */
  check?(values: Values): Problems | Promise<Problems>
  /** How it is sent where it is not just asked, such as `callOrQueue`, after which `null` says that it waits. */
  send?(input: SentBy<C>, options: SendOptions, values: Values): Promise<Answer>
  /** The version of the record that is edited: the server refuses the write when somebody was faster. */
  version?: number
  /** What is said when it failed; the server's own sentence otherwise. */
  failed?(error: unknown): string
  /** The form stays open for the next one, which is sent with a key of its own. */
  staysOpen?: boolean
  /** The form is done: closes it, says so. */
  onSaved(answer: Answer): unknown
}

/** A form for one call. */
export interface CallForm<Values extends Record<string, unknown>, Conflict = unknown> {
  form: ReturnType<typeof useForm<Values>>
  isSending: boolean
  /** What went wrong and stands at no field; `null` while all is well. */
  failure: string | null
  /** The refusal behind it, for what else it says. */
  refusal: ApiError | null
  /** The record as somebody else left it meanwhile; `null` when nobody was faster. */
  conflict: Conflict | null
  submit(event?: FormEvent): Promise<void>
  /** Takes away what went wrong, once the person has dealt with it. */
  clearFailure(): void
}

/** Holds what is typed, checks it, sends it once, and shows what the server says where it belongs. */
export function useCallForm<C extends Call, Values extends Record<string, unknown>, Answer = OutputOf<C>>(
  definition: C,
  options: CallFormOptions<C, Values, Answer>,
): CallForm<Values, OutputOf<C>> {
  const { initial, inputOf, schema, check, version, failed = sentenceOf, staysOpen, onSaved } = options
  const send = options.send ?? ((input, how) => callWith(definition, input, how) as Promise<Answer>)
  const form = useForm<Values>({ initialValues: initial })
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const refuse = (fields: Problems) => {
    const known = Object.entries(fields).filter(([field]) => field in form.values)
    form.setErrors(Object.fromEntries(known.map(([field, sentences]) => [field, sentences[0]])) as never)
    return known.length > 0 && known.length === Object.keys(fields).length
  }
  const problemsOf = async (input: SentBy<C>): Promise<Problems> => {
    const refused = schema?.safeParse(input).error
    return { ...(refused && sentencesOf(refused)), ...(await check?.(form.values)) }
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending) return
    const input = inputOf(form.values)
    setError(null)
    setIsSending(true)
    try {
      if (refuse(await problemsOf(input))) return
      await onSaved(await send(input, { idempotencyKey, ...versionHeader(version) }, form.values))
      if (staysOpen) setKey(crypto.randomUUID())
    } catch (thrown) {
      // What the server refused is said as a whole, too: a field may lie out of sight.
      if (thrown instanceof ValidationError) refuse(thrown.fields)
      setError(thrown)
    } finally {
      setIsSending(false)
    }
  }
  const refusal = error instanceof ApiError ? error : null
  return {
    form,
    isSending,
    failure: error === null ? null : failed(error),
    refusal,
    // A stale write is answered with the record, as the call itself would answer it.
    conflict: refusal?.code === 'stale' ? (refusal.data as OutputOf<C>) : null,
    submit,
    clearFailure: () => setError(null),
  }
}

const versionHeader = (version: number | undefined): CallOptions =>
  version === undefined ? {} : { ifMatch: `"${version}"` }

function sentencesOf({ issues }: z.ZodError): Problems {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0] ?? ''))
  return Object.fromEntries([...byField].map(([field, found]) => [field, found.map(({ message }) => message)]))
}
