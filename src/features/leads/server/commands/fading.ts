import { TZDate } from '@date-fns/tz'
import { format, subHours } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { FADING_HOUR } from '../../rules.ts'
import { beginFading, endFading, fadingLeads, moveFading } from '../queries/fading.ts'
import { lockFacts, writeFacts } from '../queries/signals.ts'
import { movedFacts } from './signals.ts'

/** The day of the brokerage whose night's fading has begun last, yyyy-MM-dd. */
export const fadingDay = (now: Date, zone: string): string =>
  format(subHours(new TZDate(now, zone), FADING_HOUR), 'yyyy-MM-dd')

/**
 * Counts the scores of up to `limit` more leads anew, as of the moment at which the day's fading began; answers whether there
 * are more. Whoever changed since has a newer score and keeps it. What is written moves on with it, so that it happens once.
 */
export async function fadeBatch(ctx: Change, day: string, limit: number): Promise<boolean> {
  const fading = await beginFading(ctx, day)
  if (!fading) return false
  const countedAt = new Date(fading.counted_at)
  const leads = await fadingLeads(ctx, { after: fading.until_lead_id, at: countedAt, limit })
  const last = leads.at(-1)
  if (!last) {
    await endFading(ctx, day)
    return false
  }
  const scores = new Map(leads.map(({ id, lead_score }) => [id, lead_score]))
  const locked = await lockFacts(ctx, [...scores.keys()])
  await writeFacts(
    ctx,
    locked
      .map(lead => ({ ...movedFacts(lead, countedAt), isVersion: false }))
      .filter(({ id, lead_score }) => lead_score !== scores.get(id)),
  )
  await moveFading(ctx, day, last.id)
  return true
}
