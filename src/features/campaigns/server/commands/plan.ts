import type { QueryContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { HappenedEntry, InstancePlan, PlannedEntry } from '../../contract/records.ts'
import { planAhead } from '../../rules/plan.ts'
import { wordingFor } from '../../rules/wordings.ts'
import type { Condition } from '../queries/instances.ts'
import { instancesWhere } from '../queries/instances.ts'
import { type InstanceStep, plannedInstance, stepsOfInstance } from '../queries/plan.ts'
import { zoneOf } from './schedule.ts'

/** What a campaign will do with a lead, and what it did, by the planner that runs it; `null` when there is no such instance. */
export async function planOf(ctx: QueryContext, where: Condition): Promise<InstancePlan | null> {
  const [instance] = await instancesWhere(ctx, where, 1)
  const found = await plannedInstance(ctx, where)
  if (!instance || !found) return null
  const zone = zoneOf(found.zone)
  const known = await stepsOfInstance(ctx, found.id)
  const waiting = instance.archived ? [] : known.filter(({ state }) => state === 'waiting')
  const placeOf = (id: number) => found.steps.findIndex(step => step.id === id) + 1
  const plan = planAhead(found.steps, {
    start: new Date(found.started_at),
    zone,
    waiting: waiting.map(({ step_id, occurrence, due_at, anchor_at }) => ({
      step_id,
      occurrence,
      at: new Date(due_at),
      anchor: new Date(anchor_at),
    })),
  })
  const reasons = new Map(waiting.map(one => [`${one.step_id}:${one.occurrence}`, one.reason]))
  const future = plan.flatMap(({ step_id, occurrence, at }, index): PlannedEntry[] => {
    const step = found.steps.find(({ id }) => id === step_id)
    if (!step) return []
    const { name, step_type } = step
    const reason = reasons.get(`${step_id}:${occurrence}`) ?? null
    return [
      {
        step_id,
        occurrence,
        place: placeOf(step_id),
        name,
        step_type,
        at: instantText(at),
        reason,
        is_next: index === 0,
        wording: wordingFor(step, found.lead_id),
      },
    ]
  })
  const happened = known
    .filter(({ state }) => state !== 'waiting' && state !== 'cancelled')
    .map((one): HappenedEntry => {
      const { step_id, occurrence, name, step_type, state, wording } = one
      return {
        step_id,
        occurrence,
        place: placeOf(step_id),
        name,
        step_type,
        state,
        result: resultOf(one),
        at: one.ran_at ?? one.due_at,
        wording,
      }
    })
  return { instance, zone, future, happened }
}

const sendingTexts: Readonly<Record<string, string>> = {
  prepared: 'goes out in a moment',
  waiting: 'waits',
  trying: 'is being sent',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'could not be delivered',
  refused: 'not sent',
  unknown: 'sent, not confirmed',
  cancelled: 'cancelled',
}

const withReason = (text: string, reason: string | null): string => (reason ? `${text}: ${reason}` : text)

/** What became of a step, in a few words. */
function resultOf({ state, reason, sending_state, sending_reason, is_done }: InstanceStep): string {
  if (state === 'task') return is_done === null ? 'became a task' : is_done ? 'done' : 'open task'
  if (state === 'sent') return withReason(sendingTexts[sending_state ?? 'sent'] ?? 'sent', sending_reason)
  if (state === 'refused') return withReason('not sent', reason)
  return withReason(state === 'expired' ? 'left out' : 'skipped', reason)
}
