import { Checkbox } from '@mantine/core'
import { SENT_ON_RESUME } from '../../sending/rules.ts'
import type { ShowingPlan } from '../contract.ts'

interface NotifyBoxProps {
  name: string
  /** Whether the client can be notified; `undefined` while that is asked. */
  plan: ShowingPlan | undefined
  isClientNotified: boolean
  onChange(isClientNotified: boolean): void
}

const USUAL = 'By e-mail, with a calendar file. Never includes the lockbox or your notes.'

/** Whether the client is notified, when the e-mail goes out, or why they cannot be. */
export function NotifyBox({ name, plan, isClientNotified, onChange }: NotifyBoxProps) {
  const reasons = plan?.reasons ?? []
  const isPossible = reasons.length === 0
  return (
    <Checkbox
      label={`Notify ${name || 'the client'}`}
      description={
        isPossible ? [USUAL, plan?.is_sending_paused && SENT_ON_RESUME].filter(Boolean).join(' ') : reasons.join(' ')
      }
      checked={isClientNotified && isPossible}
      disabled={!isPossible}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
