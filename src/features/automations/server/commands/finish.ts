import type { Change } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import { baseAfter } from '../../rules/plan.ts'
import { type DueRun, lockRun, writeRun, writeStep } from '../queries/engine.ts'
import { publishRuns } from './publish.ts'
import { wake } from './wake.ts'

interface Finished {
  run_id: number
  step_id: string
  state: 'done' | 'failed' | 'skipped'
  text: string
}

/** Writes what came of a step that something else finished, and lets the run go on or fail. One that is over stays so. */
export async function finishStep(ctx: Change, { run_id, step_id, state, text }: Finished): Promise<void> {
  const run = await lockRun(ctx, run_id)
  if (run?.state !== 'waiting' || run.step_id !== step_id) return
  await settle(ctx, run, { state, text })
}

/** Leaves out the step at which a run waits or failed, and goes on with the next: after a decision, with its second way. */
export async function skipStep(ctx: Change, run: DueRun): Promise<void> {
  if (run.step_id === null || (run.state !== 'waiting' && run.state !== 'failed'))
    throw conflict('This run is at no step that could be skipped.')
  await settle(ctx, run, { state: 'skipped', text: 'Skipped by hand' })
}

/** Tries the failed step of a run again, and only that one. */
export async function retryStep(ctx: Change, run: DueRun): Promise<void> {
  if (run.state !== 'failed') throw conflict('Only a step that failed can be tried again.')
  await writeRun(ctx, run.id, { state: 'running', planned_at: ctx.now, next_at: ctx.now, ended_at: null })
  await wake(ctx)
  publishRuns(ctx, [run.automation_id])
}

async function settle(ctx: Change, run: DueRun, { state, text }: Pick<Finished, 'state' | 'text'>): Promise<void> {
  const step = run.definition.steps.find(({ id }) => id === run.step_id)
  const planned_at = new Date(run.planned_at)
  if (step) await writeStep(ctx, run.id, { step_id: step.id, kind: step.kind, state, text, planned_at })
  if (state === 'failed') await writeRun(ctx, run.id, { state: 'failed', next_at: null, ended_at: ctx.now })
  else {
    const next = step && ('next' in step ? step.next : 'otherwise' in step ? step.otherwise : null)
    const place = { step_id: next ?? null, planned_at: baseAfter(planned_at, ctx.now), next_at: ctx.now }
    await writeRun(ctx, run.id, { state: 'running', ...place, met_at: null, ended_at: null })
    await wake(ctx)
  }
  publishRuns(ctx, [run.automation_id])
}
