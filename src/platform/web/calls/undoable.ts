import { notify, notifyFailure } from '../page/notices.ts'
import { sentenceOf, serverSentence } from './apiErrors.ts'

/** What is said of a failure: this where the server did not refuse with a sentence of its own, or as it was. */
type Sentence = string | ((error: unknown) => string)

const said = (sentence: Sentence | undefined, error: unknown): string =>
  typeof sentence === 'function'
    ? sentence(error)
    : sentence === undefined
      ? sentenceOf(error)
      : serverSentence(error, sentence)

/** Something a person does with one press: shown at once, put back when it fails, and undone from the snackbar. */
export interface Undoable<Result> {
  /** Shows at once what becomes of it; the function that comes back shows everything as it was. */
  show?: () => (() => void) | Promise<() => void>
  run(): Promise<Result>
  /** What is said once it is done: "“Cap-rate sheet” done."; `null` says nothing. */
  said: string | ((result: Result) => string | null)
  /** Takes it back; without it there is nothing to undo. */
  undo?: (result: Result) => Promise<unknown>
  /** What is said when it failed; the server's own sentence otherwise, and `null` puts it back quietly. */
  failed?: Sentence | null
  /** What is said when it could not be taken back; the server's own sentence otherwise. */
  undoFailed?: Sentence
  /** Undo stays longer for what is deleted. */
  destructive?: boolean
  /** Fetches again what it changed, however it ended. */
  settle?: () => unknown
}

/** Does it. Answers what came of it, or `null` when it failed, which the person has been told. */
export async function undoable<Result>(action: Undoable<Result>): Promise<Result | null> {
  const putBack = await action.show?.()
  try {
    const result = await action.run()
    confirm(action, result)
    return result
  } catch (error) {
    putBack?.()
    if (action.failed !== null) notifyFailure(said(action.failed, error), () => void undoable(action))
    return null
  } finally {
    await action.settle?.()
  }
}

function confirm<Result>(action: Undoable<Result>, result: Result): void {
  const { undo, destructive = false } = action
  const message = typeof action.said === 'string' ? action.said : action.said(result)
  if (message === null) return
  const undoChange = undo && (() => void undoWith(action, () => undo(result)))
  notify(message, { destructive, action: undoChange ? { label: 'Undo', run: undoChange } : null })
}

/** What was said is gone with its Undo, so that a failure offers it once more. */
async function undoWith<Result>(action: Undoable<Result>, undo: () => Promise<unknown>): Promise<void> {
  try {
    await undo()
  } catch (error) {
    notifyFailure(said(action.undoFailed, error), () => void undoWith(action, undo))
  }
  await action.settle?.()
}
