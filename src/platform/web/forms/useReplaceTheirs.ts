import { useEffect, useEffectEvent } from 'react'
import type { CallForm } from './useCallForm.ts'

interface Versioned {
  version: number
}

/**
 * What is said in a form over a text that somebody else changed meanwhile: what was typed stays, and saving again replaces
 * theirs. The form holds the version that it is based on, so that a draft which is opened later still knows it.
 */
export function useReplaceTheirs<Values extends Record<string, unknown> & Versioned>(
  { form, conflict, failure }: Pick<CallForm<Values, Versioned>, 'form' | 'conflict' | 'failure'>,
  noun: string,
): string | null {
  const replaceTheirs = useEffectEvent(({ version }: Versioned) => form.setValues({ version } as Partial<Values>))
  useEffect(() => {
    if (conflict) replaceTheirs(conflict)
  }, [conflict])
  return conflict
    ? `Someone else changed this ${noun}. Your text is still here: save again to replace theirs.`
    : failure
}
