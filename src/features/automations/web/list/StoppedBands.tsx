import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { AutomationsSummary } from '../../contract/records.ts'
import classes from './Automations.module.css'

const HOUR = 3_600_000

/** Says of each automation that switched itself off, when and why. */
export function StoppedBands({ stopped }: { stopped: AutomationsSummary['stopped_themselves'] }) {
  const now = useNow(HOUR)
  return stopped.map(({ id, name, text, at }) => (
    <p key={id} className={classes.band}>
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <span>
        <b>{name}</b> switched itself off on {shortDay(at, now)} at {timeOfDay(at)}. {text}
      </span>
      <Link to="/automations/$id" params={{ id: String(id) }} search={{ view: 'runs' } as never}>
        See why
      </Link>
    </p>
  ))
}
