import type { QueryContext } from '../../../../platform/server/context.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import type { CalendarSettings } from '../../contract.ts'
import { calendarSentences } from '../../rules/account.ts'
import { accountOf } from '../queries/accounts.ts'
import { channelsOf } from '../queries/channels.ts'
import { countWaiting } from '../queries/outbox.ts'

/** How somebody's calendar is synchronized. */
export async function settingsOf(ctx: QueryContext, userId: number): Promise<CalendarSettings> {
  const account = await accountOf(ctx, userId)
  const channels = await channelsOf(ctx, userId)
  const counted = await countWaiting(ctx, userId)
  const isPaused = account !== null && (await isSendingPaused(ctx.db))
  return {
    is_on: account?.is_on ?? false,
    calendar_id: account?.calendar_id ?? 'primary',
    calendar_name: account?.calendar_name ?? '',
    last_synced_at: account?.last_synced_at ?? null,
    problem: isPaused ? calendarSentences.paused : (account?.problem ?? null),
    ...counted,
    is_called: channels.some(
      ({ resource_id, expires_at }) => resource_id !== null && Date.parse(expires_at) > ctx.now.getTime(),
    ),
  }
}
