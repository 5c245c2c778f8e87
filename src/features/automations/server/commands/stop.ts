import type { Change } from '../../../../platform/server/context.ts'
import type { StopReason } from '../../rules/runs.ts'
import { endRuns, type RunsToEnd } from '../queries/runs.ts'
import { publishRuns } from './publish.ts'

/** Ends open runs before their last step; what they did stays done. */
export async function stopRuns(ctx: Change, which: RunsToEnd, reason: StopReason): Promise<void> {
  const ended = await endRuns(ctx, which, reason)
  publishRuns(
    ctx,
    ended.map(({ automation_id }) => automation_id),
  )
}
