/** How bad something is: nothing to do; to be mended some day; it keeps the product, or a part of it, from working. */
export const findingStates = ['ok', 'warning', 'error'] as const
export type FindingState = (typeof findingStates)[number]

/** What a check of an installation found. Neither a secret nor a word about people is in it: it is printed, and sent to whoever helps. */
export interface Finding {
  /** What was looked at. */
  check: string
  state: FindingState
  /** What is so. */
  said: string
  /** What to do about it; `null` when there is nothing to do. */
  mend: string | null
}

/** All is well. */
export const fine = (check: string, said: string): Finding => ({ check, state: 'ok', said, mend: null })

/** Something is to be done. */
export const wrong = (check: string, state: 'warning' | 'error', said: string, mend: string): Finding => ({
  check,
  state,
  said,
  mend,
})
