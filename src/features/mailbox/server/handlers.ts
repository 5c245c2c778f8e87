import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { statesOf } from '../../google-accounts/rules.ts'
import { storedAccount } from '../../google-accounts/server/queries.ts'
import type { Mailbox, mailboxCalls } from '../contract.ts'
import { stateOf } from '../rules.ts'
import { readMailbox } from './commands/ask.ts'
import { askForCount, countMailbox, mailboxOf } from './queries/mailboxes.ts'

export const mailboxHandlers: Handlers<typeof mailboxCalls> = {
  mailbox: healthOf,

  async check(ctx) {
    const health = await healthOf(ctx)
    // What is not connected is not read; the answer says so.
    if (health.state === 'off') return health
    await askForCount(ctx, ctx.viewer.user_id)
    await readMailbox(ctx, ctx.viewer.user_id)
    ctx.audit({ subject: 'mailbox', subject_id: ctx.viewer.user_id, after: { total: health.total, here: health.here } })
    ctx.changed('mailbox', [ctx.viewer.user_id], [`user:${ctx.viewer.user_id}`])
    return healthOf(ctx)
  },
}

async function healthOf(ctx: ReadContext): Promise<Mailbox> {
  const { user_id } = ctx.viewer
  const [account, mailbox] = [await storedAccount(ctx, user_id), await mailboxOf(ctx, user_id)]
  const isOn = account !== null && statesOf(account, ctx.config.google !== null).mail === 'connected'
  if (!mailbox) return { ...NONE, email: account?.email ?? null }
  const counted = await countMailbox(ctx, mailbox)
  const { email, counted_at, synced_at, waits_until, problem, watch_until } = mailbox
  const total = mailbox.total ?? 0
  const isFirst = mailbox.history_id === null || counted_at === null
  return {
    email,
    counted_at,
    synced_at,
    waits_until,
    problem,
    watch_until,
    total,
    ...counted,
    state: !isOn ? 'off' : isFirst ? 'reading' : stateOf({ total, ...counted }),
  }
}

const NONE: Mailbox = {
  state: 'off',
  email: null,
  total: 0,
  here: 0,
  pending: 0,
  failed: 0,
  with_leads: 0,
  counted_at: null,
  synced_at: null,
  newest_at: null,
  waits_until: null,
  problem: null,
  watch_until: null,
}
