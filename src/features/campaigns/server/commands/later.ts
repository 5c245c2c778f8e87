import type { Change } from '../../../../platform/server/context.ts'
import { decideFor } from '../../../outbound/server/commands/decide.ts'
import { localDay, sameTimeTomorrow } from '../../rules/schedule.ts'
import { channelOf } from '../../rules/steps.ts'
import { type DueStep, recentSteps } from '../queries/due.ts'
import type { VersionStep } from '../queries/steps.ts'
import { zoneOf } from './schedule.ts'

const DAY_MS = 86_400_000

interface Later {
  id: number
  due_at: string
  reason: string
}

/**
 * Automatic steps that wait longer than planned: nobody gets a second e-mail (or text) of a campaign on a day on which another campaign
 * wrote to them, and nobody more messages within a day than the door lets through. They are moved, not lost.
 */
export async function laterReasons(ctx: Change, due: readonly { row: DueStep; step: VersionStep }[]): Promise<Later[]> {
  const later: Later[] = []
  for (const type of ['auto_email', 'auto_text'] as const) {
    const some = due.filter(({ step }) => step.step_type === type)
    if (some.length === 0) continue
    const leads = some.map(({ row }) => row.lead_id)
    const recent = Map.groupBy(await recentSteps(ctx, leads, type), ({ lead_id }) => lead_id)
    const channel = channelOf(type) ?? 'email'
    const decided = await decideFor(ctx, { channel, class: 'commercial' }, leads)
    for (const { row } of some) {
      const zone = zoneOf(row.zone)
      const today = localDay(ctx.now, zone)
      const isSecond = recent
        .get(row.lead_id)
        ?.some(other => other.instance_id !== row.instance_id && localDay(new Date(other.ran_at), zone) === today)
      const refusals = decided.get(row.lead_id)?.decision.refusals ?? []
      if (isSecond) later.push({ id: row.id, due_at: tomorrow(ctx, row, zone).toISOString(), reason: secondText[type] })
      else if (refusals.length > 0 && refusals.every(({ code }) => code === 'too_many'))
        later.push({
          id: row.id,
          due_at: new Date(ctx.now.getTime() + DAY_MS).toISOString(),
          reason: refusals[0]?.sentence ?? '',
        })
    }
  }
  return later
}

const secondText = {
  auto_email: 'Moved by a day: another campaign wrote to this lead.',
  auto_text: 'Moved by a day: another campaign texted this lead.',
} as const

/** The hour of the step on the next day; the hour of now, where the step is of another day already. */
function tomorrow({ now }: Change, { planned_at }: DueStep, zone: string): Date {
  const at = sameTimeTomorrow(new Date(planned_at), zone)
  return at.getTime() > now.getTime() ? at : sameTimeTomorrow(now, zone)
}
