import { useEffect, useRef } from 'react'
import type { Call, OutputOf } from '../../wire/call.ts'
import { type Draft, useDraft } from './drafts.ts'
import { type CallForm, useCallForm } from './useCallForm.ts'

type CallFormOptions<C extends Call, Values extends Record<string, unknown>, Answer> = Parameters<
  typeof useCallForm<C, Values, Answer>
>[1]

interface DraftFormOptions<C extends Call, Values extends Record<string, unknown>, Answer>
  extends CallFormOptions<C, Values, Answer> {
  /** The same object as long as the form is open. */
  initial: Values
  /** Under which name what is typed is kept, and how it is read back: `null` for what is not understood. */
  draft: { name: string; parse(stored: unknown): Values | null }
}

/** A form whose values are kept on the device until they are sent, and that shows what another window types into it. */
export function useDraftForm<C extends Call, Values extends Record<string, unknown>, Answer = OutputOf<C>>(
  definition: C,
  { draft: { name, parse }, onSaved, ...options }: DraftFormOptions<C, Values, Answer>,
): CallForm<Values, OutputOf<C>> & { draft: Draft<Values> } {
  const draft = useDraft(name, options.initial, parse)
  const entry = useCallForm<C, Values, Answer>(definition, {
    ...options,
    initial: draft.value,
    onSaved(answer) {
      draft.clear()
      return onSaved(answer)
    },
  })
  useSameValues(entry.form, draft)
  return { ...entry, draft }
}

/**
 * Writes down what the form holds, and shows in the form what the draft says. The draft says each value back that it was
 * told, when somebody may have typed on: only what it was not told here is shown.
 */
function useSameValues<Values extends Record<string, unknown>>(
  { values, setValues }: CallForm<Values>['form'],
  { value, change }: Draft<Values>,
): void {
  const seen = useRef({ values, value })
  const own = useRef(new WeakSet<object>())
  const isAdopting = useRef(false)
  useEffect(() => {
    if (seen.current.values === values) return
    seen.current.values = values
    if (!isAdopting.current) {
      own.current.add(values)
      change(values)
    }
    isAdopting.current = false
  }, [values, change])
  useEffect(() => {
    if (seen.current.value === value) return
    seen.current.value = value
    if (own.current.has(value)) return
    isAdopting.current = true
    setValues(value)
  }, [value, setValues])
}
