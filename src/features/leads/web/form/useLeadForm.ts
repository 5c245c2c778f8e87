import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ApiError, sentenceOf, ValidationError } from '../../../../platform/web/calls/apiErrors.ts'
import { type Draft, useDraft } from '../../../../platform/web/forms/drafts.ts'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'
import { LeadFields as LeadSchema } from '../../contract/leads.ts'
import { phoneProblem } from '../client/phones.ts'
import { fieldSentence, fieldsOf, type LeadField, type LeadFormValues, leadFields } from '../rules/leadFields.ts'

/** Why a form was not taken: a sentence, and the errors of its fields. */
export interface FormFailure {
  message: string
  details: string[]
  error: ApiError | null
}

export interface LeadForm {
  values: LeadFormValues
  draft: Pick<Draft<LeadFormValues>, 'dirty' | 'full' | 'clear'>
  errors: FieldErrors
  failure: FormFailure | null
  isSending: boolean
  set(name: LeadField['name'], value: string | string[]): void
  submit(): Promise<void>
  fail(failure: FormFailure | null): void
}

interface LeadFormOptions {
  /** Under which what is typed waits until it is sent. */
  name: string
  initial: LeadFormValues
  /** Said when the server gave no reason. */
  fallback: string
  send(values: LeadFormValues): Promise<void>
}

const Values = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const parseValues = (stored: unknown): LeadFormValues | null => Values.safeParse(stored).data ?? null

/** The state of a lead's form, for adding and for editing. */
export function useLeadForm({ name, initial, fallback, send }: LeadFormOptions): LeadForm {
  const [start] = useState(() => ({ name, initial }))
  const draft = useDraft(start.name, start.initial, parseValues)
  const { value: values } = draft
  // Several fields may be set at once.
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  }, [values])
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [isSending, setIsSending] = useState(false)
  const submit = async () => {
    if (isSending) return
    setIsSending(true)
    const found = await problemsOf(values)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length === 0) await send(values).then(draft.clear, refused)
    setIsSending(false)
  }
  const refused = (error: unknown) => {
    if (error instanceof ValidationError) setErrors(error.fields)
    setFailure({
      message: sentenceOf(error, fallback),
      details: error instanceof ValidationError ? detailsOf(error.fields) : [],
      error: error instanceof ApiError ? error : null,
    })
  }
  return {
    values,
    draft,
    errors,
    failure,
    isSending,
    submit,
    fail: setFailure,
    set(field, value) {
      latest.current = { ...latest.current, [field]: value }
      draft.change(latest.current)
      setErrors(({ [field]: _, ...others }) => others)
    },
  }
}

/** Errors by field as a list of sentences that name their field. */
export const detailsOf = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([name, sentences]) => sentences.map(sentence => fieldSentence(name, sentence)))

/** What is wrong before anything is sent: the call's own schema, and the phone numbers. */
export async function problemsOf(values: LeadFormValues): Promise<FieldErrors> {
  const problems: FieldErrors = {}
  const checked = LeadSchema.safeParse(fieldsOf(values, null))
  if (!checked.success) {
    for (const [name, sentences] of Object.entries(z.flattenError(checked.error).fieldErrors)) {
      if (Array.isArray(sentences)) problems[name] = sentences.map(String)
    }
  }
  if (!String(values.first_name ?? '').trim() && !String(values.last_name ?? '').trim())
    problems.first_name = ['Enter a first or last name']
  for (const { name, kind } of leadFields) {
    const problem = kind === 'phone' ? await phoneProblem(String(values[name] ?? '')) : null
    if (problem) problems[name] = [problem]
  }
  return problems
}
