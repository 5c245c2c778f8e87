import type { z } from 'zod'
import { count } from '../../../../platform/web/text.ts'
import type { BulkRun, BulkState, Skipped, UnexpectedCount } from '../../contract.ts'

/** What is asked when a filter finds another number of records than the person saw. */
export const unexpectedText = (found: z.output<typeof UnexpectedCount>): string =>
  `You selected ${count(found.expected)}, but there are now ${count(found.count)}. Nothing has changed yet. Continue with all ${count(found.count)}?`

/** Whether something is still being done. */
export const isAtWork = ({ state }: { state: BulkState }): boolean => ['queued', 'running', 'undoing'].includes(state)

/**
 * What was left as it was: "3 skipped: already New", or with several reasons "5 skipped: 3 already New, 2 deleted". Of reasons that are
 * sentences each stands for itself.
 */
export function skippedText(skipped: readonly Skipped[]): string {
  const [first] = skipped
  if (!first) return ''
  const all = skipped.reduce((sum, one) => sum + one.count, 0)
  const texts = skipped.map(one => ({ ...one, reason: one.reason.replace(/\.$/, '') }))
  const hasSentences = texts.some(({ reason }, at) => reason !== skipped[at]?.reason)
  const reasons =
    texts.length === 1
      ? texts[0]?.reason
      : texts.map(one => `${count(one.count)} ${one.reason}`).join(hasSentences ? '; ' : ', ')
  return `${count(all)} skipped: ${reasons}`
}

/** What is said of a run that ended; `done` is the sentence of a run that did something. */
export function endText(run: BulkRun, done: string): string {
  const skipped = skippedText(run.skipped)
  const rest = skipped === '' ? '' : ` ${skipped}.`
  if (run.state === 'failed') return run.error ?? 'This change stopped.'
  if (run.state === 'cancelled') return `Stopped: ${count(run.changed)} of ${count(run.total)} changed.${rest}`
  if (run.state === 'undone') return run.total === 0 ? 'Undone.' : `Undone: ${count(run.changed)}.${rest}`
  return run.changed === 0 && run.total > 0 ? `Nothing changed.${rest}` : `${done}${rest}`
}

/** How far a run is: "12,400 of 100,000". */
export const progressText = ({ done, total }: BulkRun): string => `${count(done)} of ${count(total)}`

/** Whether somebody can take the run back now. */
export const mayUndo = ({ undo_until }: BulkRun, now: number): boolean =>
  undo_until !== null && Date.parse(undo_until) > now
