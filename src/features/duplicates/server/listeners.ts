import type { Change } from '../../../platform/server/context.ts'
import { leadsCreated, leadsRemoved, leadsRestored, leadsRewritten, leadUpdated } from '../../leads/events.ts'
import { publishPairs } from './commands/look.ts'
import { lookForDuplicates } from './jobs/look.ts'
import { deletePairs } from './queries/pairs.ts'

/** Columns by which people are recognized. */
const comparedFields = [
  'first_name',
  'last_name',
  'email',
  'email_private',
  'phone',
  'phone_private',
  'area_ids',
  'deleted_at',
]
const changesCompared = (fields: object): boolean => comparedFields.some(name => name in fields)
/** Leads of one job. */
const MAX_PER_JOB = 500

async function ask(ctx: Change, leads: readonly number[]): Promise<void> {
  for (let start = 0; start < leads.length; start += MAX_PER_JOB)
    await ctx.enqueue(lookForDuplicates, { leads: leads.slice(start, start + MAX_PER_JOB) })
}

/** Has leads looked at that are new or changed, in the transaction in which they are. */
export function watchForDuplicates(): void {
  leadsCreated.on((ctx, { leads }) =>
    ask(
      ctx,
      leads.map(lead => lead.id),
    ),
  )
  leadUpdated.on(async (ctx, { id, after }) => {
    if (changesCompared(after)) await ask(ctx, [id])
  })
  leadsRewritten.on((ctx, { leads }) =>
    ask(
      ctx,
      leads.filter(lead => changesCompared(lead.after)).map(lead => lead.id),
    ),
  )
  leadsRemoved.on(async (ctx, { leads }) => {
    const ids = leads.map(lead => lead.id)
    await publishPairs(ctx, ids)
    await deletePairs(ctx, ids)
  })
  leadsRestored.on((ctx, { leads }) =>
    ask(
      ctx,
      leads.map(lead => lead.id),
    ),
  )
}
