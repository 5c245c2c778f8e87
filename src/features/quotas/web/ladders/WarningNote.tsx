import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '../../rules/warnings.ts'
import classes from './QuotaRules.module.css'

/** What an administrator should know, where it arises, with one way to mend it. */
export function WarningNote({ warning: { sentence, action }, onMend }: { warning: Warning; onMend(): void }) {
  return (
    <div className={classes.warning} role="note">
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden="true" />
      <p>
        {sentence}
        {action && (
          <button type="button" onClick={onMend}>
            {action.label}
          </button>
        )}
      </p>
    </div>
  )
}
