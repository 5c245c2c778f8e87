import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { Invitation, User } from '../../contract/people.ts'
import { inviteUser } from '../client/people.ts'
import classes from './People.module.css'

/** Whether the invitation to sign in has reached a person, and the way to send it again. */
export function InvitationLine({ user }: { user: User }) {
  const again = useMutation({ mutationFn: inviteUser })
  const invitation = again.data?.invitation ?? user.invitation
  const mayInvite = user.is_active && invitation?.state !== 'waiting'
  return (
    <div className={classes.invitation}>
      <span
        aria-live="polite"
        data-failed={invitation?.state === 'failed' || invitation?.state === 'expired' || undefined}
      >
        {again.error ? sentenceOf(again.error) : invitationText(invitation)}
      </span>
      {mayInvite && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate(user.id)}>
          {invitation ? 'Invite again' : 'Invite by e-mail'}
        </Button>
      )}
    </div>
  )
}

function invitationText(invitation: Invitation | null): string {
  if (!invitation) return 'Never invited by e-mail.'
  const { state, at, problem } = invitation
  if (state === 'sent') return `Invited by e-mail on ${fullTime(at)}.`
  if (state === 'failed') return `The invitation did not arrive. ${problem ?? ''}`
  if (state === 'expired') return `The invitation was not sent. ${problem ?? ''}`
  return problem ? `The invitation is delayed and will be retried. ${problem}` : 'The invitation is on its way.'
}
