import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { User } from '../../contract.ts'
import { sendInvitation } from '../jobs/sendInvitation.ts'
import { insertInvitation } from '../queries/invitations.ts'

/** Sends somebody the letter that tells where to sign in; it leaves after the transaction. */
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
