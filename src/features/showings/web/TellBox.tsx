import { Checkbox } from '@mantine/core'

interface TellBoxProps {
  name: string
  /** Why the client cannot be told; empty when they can, `null` while that is asked. */
  reasons: readonly string[] | null
  isTold: boolean
  error?: string | undefined
  onChange(isTold: boolean): void
}

/** Whether the client is told, or why they cannot be. */
export function TellBox({ name, reasons, isTold, error, onChange }: TellBoxProps) {
  const isPossible = reasons === null || reasons.length === 0
  return (
    <Checkbox
      label={`Tell ${name || 'the client'}`}
      description={
        isPossible ? 'By e-mail, with the calendar file. Never the lockbox or your notes.' : reasons.join(' ')
      }
      checked={isTold && isPossible}
      disabled={!isPossible}
      error={error}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
