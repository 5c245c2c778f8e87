import { Checkbox } from '@mantine/core'

interface NotifyBoxProps {
  name: string
  /** Why the client cannot be notified; empty when they can, `null` while that is asked. */
  reasons: readonly string[] | null
  isClientNotified: boolean
  error?: string | undefined
  onChange(isClientNotified: boolean): void
}

/** Whether the client is notified, or why they cannot be. */
export function NotifyBox({ name, reasons, isClientNotified, error, onChange }: NotifyBoxProps) {
  const isPossible = reasons === null || reasons.length === 0
  return (
    <Checkbox
      label={`Notify ${name || 'the client'}`}
      description={
        isPossible ? 'By e-mail, with a calendar file. Never includes the lockbox or your notes.' : reasons.join(' ')
      }
      checked={isClientNotified && isPossible}
      disabled={!isPossible}
      error={error}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
