import type { Change } from '../../../../platform/server/context.ts'
import { type SelfStop, selfStops } from '../../rules/runs.ts'
import { writeState } from '../queries/automations.ts'
import type { RunningAutomation } from '../queries/engine.ts'
import { insertNotice } from '../queries/notices.ts'
import { notifyOfSelfStop } from './notices.ts'
import { publishAutomation } from './publish.ts'
import { stopRuns } from './stop.ts'

/**
 * Switches an automation off that a guard found to do harm, ends its runs, and notifies the administrators: once, since it is off
 * from now on and somebody has to switch it on again.
 */
export async function switchItselfOff(
  ctx: Change,
  { id, name }: Pick<RunningAutomation, 'id' | 'name'>,
  why: SelfStop,
): Promise<void> {
  await writeState(ctx, id, { state: 'off', itself: why })
  await stopRuns(ctx, { automation_id: id }, why === 'loop' ? 'loop' : 'switched_off')
  ctx.audit({
    subject: 'automation',
    subject_id: id,
    before: { state: 'on' },
    after: { state: 'off', why: selfStops[why] },
  })
  const notice_id = await insertNotice(ctx, id, why)
  await notifyOfSelfStop(ctx, { id, name, why, notice_id })
  publishAutomation(ctx, id)
}
