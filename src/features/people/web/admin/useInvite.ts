import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import type { User } from '../../contract/people.ts'
import { inviteUser } from '../client/people.ts'

/** Sends the invitation to sign in, for the first time or again. */
export const useInvite = () =>
  useUndoable((id: User['id']) => ({
    run: () => inviteUser(id),
    said: user => `${user.name} is invited by e-mail.`,
  }))
