import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { grantPermit } from '../../../../platform/server/permit.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import {
  type InvitationOutcome,
  setInvitationOutcome,
  type WaitingInvitation,
  waitingInvitation,
} from '../queries/invitations.ts'
import { invitationEmail } from './invitationEmail.ts'

/** With the waits between them these last for an hour and a half: long enough for a server that is being repaired. */
const MAX_TRIES = 11
const Data = z.object({ invitation_id: Id })

/** Tells a new person where to sign in. A worker that dies after sending sends the same message again, under its id. */
export const sendInvitation: Job<z.output<typeof Data>> = defineJob({
  name: 'send-invitation',
  title: 'Send an invitation',
  data: Data,
  async about({ db }, { invitation_id }) {
    const invitation = await waitingInvitation(db, invitation_id)
    return invitation && { kind: 'user', id: invitation.user_id }
  },
  retryLimit: MAX_TRIES - 1,
  expireInSeconds: 120,
  sends: true,
  async run(ctx, { invitation_id }) {
    const invitation = await waitingInvitation(ctx.db, invitation_id)
    if (!invitation) return
    const outcome = await deliver(ctx.config, invitation)
    await keep(ctx, invitation, outcome)
    if (outcome.state === 'waiting') throw new Error(`The invitation is waiting: ${outcome.problem}`)
  },
})

async function deliver(config: Config, invitation: WaitingInvitation): Promise<InvitationOutcome> {
  const { id, email, first_name, last_name, is_active, tries } = invitation
  if (!is_active) return { state: 'failed', problem: 'The account was deactivated before the invitation was sent.' }
  const mail = {
    to: { name: `${first_name} ${last_name}`, address: email },
    key: `invitation-${id}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    content: invitationEmail(config, invitation),
  }
  const permit = grantPermit(`invitation:${id}`)
  const outcome = await attemptMail(config, mail, { tries, limit: MAX_TRIES, permit })
  // A second invitation does no harm: it is the same message, under its id.
  return { state: outcome.state === 'unknown' ? 'waiting' : outcome.state, problem: outcome.problem }
}

async function keep(ctx: JobContext, { id, user_id }: WaitingInvitation, outcome: InvitationOutcome): Promise<void> {
  await ctx.transaction(async change => {
    if (!(await setInvitationOutcome(change.db, id, outcome))) return
    change.changed('people', [user_id], ['right:manage_users'])
    if (outcome.state !== 'waiting')
      change.audit({ subject: 'user', subject_id: user_id, after: { invitation: outcome } })
  })
}
