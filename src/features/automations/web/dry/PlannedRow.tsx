import { Link } from '@tanstack/react-router'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { leadPagePath } from '../../../leads/rules.ts'
import type { PlannedRun } from '../../contract/records.ts'
import classes from './DryRun.module.css'

const colors = { done: 'green', stopped: 'orange', waiting: 'blue' } as const

/** The way to a lead, by its name. */
export function LeadLink({ lead }: { lead: { id: number; name: string } }) {
  return <Link to={leadPagePath({ id: lead.id, first_name: lead.name, last_name: '' }) as never}>{lead.name}</Link>
}

/** One lead of a dry run: who, what, when. */
export function PlannedRow({ run, now }: { run: PlannedRun; now: Date }) {
  return (
    <li className={classes.lead}>
      <LeadLink lead={run.lead} />
      <span className={classes.what}>
        <i style={{ background: `var(--kt-${colors[run.state]}-dot)` }} aria-hidden />
        {run.summary}
      </span>
      <time dateTime={run.at}>{shortDay(run.at, now)}</time>
    </li>
  )
}
