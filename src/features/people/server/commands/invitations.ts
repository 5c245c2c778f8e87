import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import type { User } from '../../contract/people.ts'
import { sendInvitation } from '../jobs/sendInvitation.ts'
import { expireInvitations, insertInvitation, overdueInvitations, reviveInvitations } from '../queries/invitations.ts'

/** Sends somebody the invitation to sign in; it leaves after the transaction. */
export async function enqueueInvitation(ctx: Change, userId: number): Promise<void> {
  await ctx.enqueue(sendInvitation, { invitation_id: await insertInvitation(ctx.db, userId) })
}

/** Sends it again, to an address that was put right or to somebody who lost it. */
export async function inviteAgain(ctx: WriteContext, user: User): Promise<void> {
  if (!user.is_active) throw conflict('This person can no longer sign in.')
  if (user.invitation?.state === 'waiting') throw conflict('An invitation is already on its way.')
  await enqueueInvitation(ctx, user.id)
  ctx.audit({ subject: 'user', subject_id: user.id, after: { invitation: { state: 'waiting' } } })
  ctx.changed('people', [user.id], ['right:manage_users'])
}

/** Invitations of colleagues, for a pause of all sending. */
export const invitationEmails: SendingKind = {
  job: sendInvitation.name,
  label: 'Invitations to sign in',
  recipients: 'colleagues',
  overdue: overdueInvitations,
  async expire(ctx) {
    const users = await expireInvitations(ctx, DISCARDED)
    if (users.length > 0) ctx.changed('people', users, ['right:manage_users'])
    return users.length
  },
  async revive(ctx, expiredAt) {
    const revived = await reviveInvitations(ctx, expiredAt)
    for (const { id } of revived) await ctx.enqueue(sendInvitation, { invitation_id: id })
    const users = revived.map(({ user_id }) => user_id)
    if (users.length > 0) ctx.changed('people', users, ['right:manage_users'])
  },
}
