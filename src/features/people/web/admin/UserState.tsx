import { Dial, type DialFace } from '../../../../platform/ui/marks/Dial.tsx'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { User } from '../../contract/people.ts'

/** What a dial of an account says, and how far it is turned. */
interface State {
  word: string
  dial: DialFace
}

/** Where an account stands: closed, invited and not seen yet, its invitation lost, or active. */
export function stateOf({ is_active, last_used_at, invitation }: User, now: Date): State {
  if (!is_active) return { word: 'Inactive', dial: 'crossed' }
  if (last_used_at !== null || !invitation) return { word: 'Active', dial: 'check' }
  if (invitation.state === 'failed') return { word: 'Not delivered', dial: 0.5 }
  if (invitation.state === 'expired') return { word: 'Not sent', dial: 0.5 }
  return { word: `Invited ${shortDay(invitation.at, now)}`, dial: 'dashed' }
}

const colorOf = (dial: DialFace): string =>
  dial === 'check' ? 'var(--kt-green-dot)' : dial === 0.5 ? 'var(--kt-amber-dot)' : 'var(--kt-ink-4)'

/** The state of an account as a dial and in words. */
export function UserState({ user, now }: { user: User; now: Date }) {
  const { word, dial } = stateOf(user, now)
  return (
    <span>
      <Dial face={dial} color={colorOf(dial)} />
      {word}
    </span>
  )
}
