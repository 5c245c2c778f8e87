import type { Change } from '../../../platform/server/context.ts'
import { googleConnected, googleDisconnected } from '../../google-accounts/events.ts'
import {
  leadAgentsChanged,
  leadMergeUndone,
  leadsMerged,
  leadsRemoved,
  leadsRestored,
  leadsRewritten,
  leadUpdated,
} from '../../leads/events.ts'
import { userChanged } from '../../people/events.ts'
import { showingsChanged } from '../../showings/events.ts'
import { tasksChanged } from '../../tasks/events.ts'
import { publishCalendar } from './commands/publish.ts'
import { enqueueSync } from './commands/queue.ts'
import { accountOf, ensureAccount } from './queries/accounts.ts'
import { queueLeads, queueShowings, queueTasks, queueUser } from './queries/outbox.ts'

/** Writes down, in the transaction of the change, what is to be looked at for whose calendar. */
export function followWithCalendars(): void {
  tasksChanged.on(async (ctx, { ids }) => enqueueSync(ctx, await queueTasks(ctx, ids)))
  showingsChanged.on(async (ctx, { ids }) => enqueueSync(ctx, await queueShowings(ctx, ids)))
  for (const event of [leadAgentsChanged, leadsRemoved, leadsRestored])
    event.on((ctx, { leads }) =>
      followLeads(
        ctx,
        leads.map(({ id }) => id),
      ),
    )
  for (const event of [leadsMerged, leadMergeUndone])
    event.on((ctx, { id, merged_id }) => followLeads(ctx, [id, merged_id]))
  leadUpdated.on((ctx, { id, before, after }) => followLeads(ctx, isRenamed(before, after) ? [id] : []))
  leadsRewritten.on((ctx, { leads }) =>
    followLeads(
      ctx,
      leads.filter(({ before, after }) => isRenamed(before, after)).map(({ id }) => id),
    ),
  )
}

async function followLeads(ctx: Change, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await enqueueSync(ctx, await queueLeads(ctx, ids))
}

const isRenamed = (before: Record<string, unknown>, after: Record<string, unknown>): boolean =>
  ['first_name', 'last_name'].some(name => name in after && before[name] !== after[name])

/** A calendar is synchronized from when its owner grants access; when access ends, everything waits until it is back. */
export function followAccounts(): void {
  googleConnected.on(async (ctx, { user_id, services }) => {
    if (!services.includes('calendar')) return
    await ensureAccount(ctx, user_id)
    await queueUser(ctx, user_id)
    await enqueueSync(ctx, [user_id])
    publishCalendar(ctx, user_id)
  })
  googleDisconnected.on(async (ctx, { user_id, services }) => {
    if (services.includes('calendar')) publishCalendar(ctx, user_id)
  })
  userChanged.on(async (ctx, { user_id }) => {
    if (!(await accountOf(ctx, user_id))) return
    await queueUser(ctx, user_id)
    await enqueueSync(ctx, [user_id])
  })
}
