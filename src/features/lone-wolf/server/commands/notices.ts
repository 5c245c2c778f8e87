import type { Change } from '../../../../platform/server/context.ts'
import { dealPath } from '../../../deals/rules/address.ts'
import { failureKind, type NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { dealOffice } from '../queries/trades.ts'

/** Of deals with which somebody has to do something before Lone Wolf has them. */
export const tradeKind: NotificationKind = {
  name: 'lone_wolf_deal',
  label: 'Deals that Lone Wolf does not have as they are',
  icon: 'failure',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
  isAnnounced: true,
  right: 'deals_access',
}

/** Of the account, which opens nothing any more. */
export const accountKind = failureKind('lone_wolf_account', 'The account at Lone Wolf')

/** Notifies the office that a deal waits for somebody; once for each cause. */
export async function notifyOffice(
  ctx: Change,
  { dealId, cause, title, body }: { dealId: number; cause: string; title: string; body: string },
): Promise<void> {
  const users = await dealOffice(ctx)
  await notify(ctx, {
    to: { users },
    kind: tradeKind,
    cause: `lone wolf deal ${dealId} ${cause}`,
    title,
    body,
    path: dealPath(dealId),
  })
}

/** Notifies the administrators that the account opens nothing any more. */
export const notifyOfAccount = (ctx: Change, problem: string): Promise<void> =>
  notify(ctx, {
    to: 'administrators',
    kind: accountKind,
    // Valid and refused again later, it is another cause.
    cause: `lone wolf account ${ctx.now.toISOString()}`,
    title: 'Lone Wolf refuses the account',
    body: `${problem} Deals wait until it is valid again; everything else works.`,
    path: '/admin/integrations',
  })
