import { IconEye, IconX } from '@tabler/icons-react'
import classes from './AlertForm.module.css'
import type { ProposedFields } from './useAlertForm.ts'

interface EvidenceProps {
  proposals: ProposedFields
  field: keyof ProposedFields['reasons']
  /** What the field is called. */
  label: string
}

/** Where a proposed value comes from, as long as the field holds it; one press takes it away. */
export function Evidence({ proposals, field, label }: EvidenceProps) {
  const reason = proposals.reasons[field]
  if (!reason) return null
  return (
    <p className={classes.evidence}>
      <IconEye size={13} stroke={1.6} aria-hidden />
      <span>{reason}</span>
      <button type="button" aria-label={`Remove the proposed ${label}`} onClick={() => proposals.remove(field)}>
        <IconX size={12} stroke={1.8} aria-hidden />
      </button>
    </p>
  )
}
