import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const TurnAddress = z.object({
  /** The lead that is shown; `start` before that is known, `end` once all were shown. */
  turn: z
    .union([z.coerce.number<unknown>().int().positive(), z.enum(['start', 'end'])])
    .optional()
    .catch(undefined),
})

export interface TurnAddress {
  turn: number | 'start' | 'end' | null
  open(): void
  /** Shows another lead, without a new entry in the history. */
  move(turn: number | 'end'): void
  close(): void
}

/** Turn mode as the address bar holds it, beside the list that it goes through. */
export function useTurnAddress(): TurnAddress {
  const { turn = null } = TurnAddress.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (next: number | string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, turn: next })) as never,
      replace,
    })
  return {
    turn,
    open: () => go('start', false),
    move: next => {
      if (next !== turn) go(next, true)
    },
    close: () => go(undefined, true),
  }
}
