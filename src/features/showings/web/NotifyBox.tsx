import { Checkbox } from '@mantine/core'
import { SENT_ON_RESUME } from '../../sending/rules.ts'
import type { ShowingPlan } from '../contract.ts'

interface NotifyBoxProps {
  name: string
  /** Whether the client can be told; `undefined` while that is asked. */
  plan: ShowingPlan | undefined
  isClientNotified: boolean
  error?: string | undefined
  onChange(isClientNotified: boolean): void
}

const USUAL = 'By e-mail, with the calendar file. Never the lockbox or your notes.'

/** Whether the client is told, when the e-mail goes out, or why they cannot be. */
export function NotifyBox({ name, plan, isClientNotified, error, onChange }: NotifyBoxProps) {
  const reasons = plan?.reasons ?? []
  const isPossible = reasons.length === 0
  return (
    <Checkbox
      label={`Tell ${name || 'the client'}`}
      description={
        isPossible ? [USUAL, plan?.is_sending_paused && SENT_ON_RESUME].filter(Boolean).join(' ') : reasons.join(' ')
      }
      checked={isClientNotified && isPossible}
      disabled={!isPossible}
      error={error}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
