import { ApiError, sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { type BulkRun, UnexpectedCount } from '../contract.ts'
import { recordRun, undoRun } from './client.ts'
import { endText, isAtWork, mayUndo, unexpectedText } from './rules/text.ts'

/** How whoever started a bulk change speaks of it. */
export interface BulkLabels {
  /** The sentence when something was changed, such as "Selected leads updated!". */
  done: string | ((run: BulkRun) => string)
  /** The sentence says it all: who was left out was said before. */
  isWhole?: boolean
  onUndone?(): void
  /** Undo stays longer where something was deleted. */
  destructive?: boolean
}

/** Words for runs that are at work, until they end. */
const text = new Map<number, BulkLabels>()

/** Says what became of a bulk change; of one that still works, once it ends: meanwhile the tray shows how far it is. */
export function notifyBulk(run: BulkRun, said: BulkLabels): void {
  text.set(run.id, said)
  if (isAtWork(run)) recordRun(run)
  else sayEnd(run)
}

/** Says how a run ended, with Undo where that is possible. */
export function sayEnd(run: BulkRun): void {
  const said = text.get(run.id) ?? { done: `${run.title}: ${count(run.changed)} changed.` }
  text.delete(run.id)
  const done = typeof said.done === 'string' ? said.done : said.done(run)
  if (run.state === 'undone') said.onUndone?.()
  const isFailed = run.state === 'failed'
  const isWhole = said.isWhole && run.changed > 0
  notify(endText(isWhole ? { ...run, skipped: [] } : run, done), {
    tone: isFailed ? 'failed' : run.changed === 0 && run.total > 0 ? 'info' : 'done',
    ...(isFailed ? { stay: null } : {}),
    destructive: said.destructive ?? false,
    action: mayUndo(run, Date.now()) ? { label: 'Undo', run: () => void undoChange(run.id, said) } : null,
  })
}

async function undoChange(id: number, said: BulkLabels): Promise<void> {
  try {
    notifyBulk(await undoRun(id), said)
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void undoChange(id, said))
  }
}

/**
 * Sends a change of everything that passes a filter. When that is far more or less than the person saw, they see the new
 * number and decide; `null` when they decide against it.
 */
export async function sendExpected<Sent extends { expected?: number | undefined }, Answer>(
  sent: Sent,
  send: (sent: Sent) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await send(sent)
  } catch (error) {
    const found = error instanceof ApiError ? UnexpectedCount.safeParse(error.data).data : undefined
    if (!found) throw error
    const goesOn = await confirm({ title: 'The list has changed', message: unexpectedText(found) })
    return goesOn ? sendExpected({ ...sent, expected: found.count }, send) : null
  }
}
