import { useMutation } from '@tanstack/react-query'
import { type Undoable, undoable } from './undoable.ts'

/** A button for what `undoable` does. */
export interface UndoableButton<Input> {
  run(input: Input): void
  isPending: boolean
  /** With what it was pressed, while it lasts. */
  pending: Input | null
}

/** Does something undoable at the press of a button that shows how long it takes. */
export function useUndoable<Result, Input = void>(actionOf: (input: Input) => Undoable<Result>): UndoableButton<Input> {
  const { mutate, isPending, variables } = useMutation({ mutationFn: (input: Input) => undoable(actionOf(input)) })
  return { run: input => mutate(input), isPending, pending: isPending ? variables : null }
}
