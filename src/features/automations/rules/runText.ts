import { type RunState, type StepState, type StopReason, stopReasons } from './runs.ts'

interface SummarizedStep {
  kind: string
  state: StepState
  text: string
}

const decisions: readonly string[] = ['wait', 'wait_until', 'branch', 'end']

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What a run did, in a few words: what its actions said, or what stands in its way. */
export function runSummary(
  { state, stop_reason }: { state: RunState; stop_reason: StopReason | null },
  steps: readonly SummarizedStep[],
): string {
  const failed = steps.find(step => step.state === 'failed')
  if (failed) return `Failed: ${lower(failed.text)}`
  const done = steps.filter(step => step.state === 'done' && !decisions.includes(step.kind)).map(({ text }) => text)
  const skipped = steps.find(step => step.state === 'skipped' && !decisions.includes(step.kind))
  if (state === 'stopped' && stop_reason)
    return [...done, done.length > 0 ? lower(stopReasons[stop_reason]) : stopReasons[stop_reason]].join(', ')
  if (done.length > 0) return done.join(', ')
  if (skipped) return skipped.text
  return state === 'waiting' ? 'Waits' : 'Nothing to do'
}
