import type { Change } from '../../../../platform/server/context.ts'

/** The job that reads one mailbox. */
export const READ_MAILBOX = { name: 'read-mailbox' }

/** Has the mailbox of somebody read, now or later; asked often, it is read once. */
export const readMailbox = (ctx: Change, userId: number, at: Date | null = null): Promise<void> =>
  ctx.enqueue(READ_MAILBOX, { user_id: userId }, { singletonKey: String(userId), ...(at ? { startAfter: at } : {}) })
