import { useState } from 'react'
import { z } from 'zod'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import type { SentBy } from '../../../../platform/web/calls/call.ts'
import { useDraftForm } from '../../../../platform/web/forms/useDraftForm.ts'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'
import { LeadFields as LeadSchema, type leadCalls } from '../../contract/leads.ts'
import type { Lead } from '../../contract/record.ts'
import { phoneProblem } from '../client/phones.ts'
import { fieldsOf, type LeadFormValues, leadFields } from '../rules/leadFields.ts'

type LeadCall = typeof leadCalls.create | typeof leadCalls.update

interface LeadFormOptions<C extends LeadCall> {
  /** Under which what is typed waits until it is sent. */
  name: string
  initial: LeadFormValues
  version?: number
  /** Said when the server gave no reason. */
  fallback: string
  inputOf(values: LeadFormValues): SentBy<C>
  onSaved(lead: Lead): unknown
}

const Values = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const parseValues = (stored: unknown): LeadFormValues | null => Values.safeParse(stored).data ?? null

/** The state of a lead's form, for adding and for editing. */
export function useLeadForm<C extends LeadCall>(
  definition: C,
  { name, initial, fallback, ...options }: LeadFormOptions<C>,
) {
  const [start] = useState(() => ({ name, initial }))
  return useDraftForm<C, LeadFormValues, Lead>(definition, {
    ...options,
    initial: start.initial,
    draft: { name: start.name, parse: parseValues },
    check: problemsOf,
    failed: error => serverSentence(error, fallback),
  })
}

/** The form of a lead, for its parts. */
export type LeadForm = ReturnType<typeof useLeadForm>

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
