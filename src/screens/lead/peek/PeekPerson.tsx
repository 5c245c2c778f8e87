import { ContactNote } from '../../../features/consent/web/pieces.tsx'
import type { Lead } from '../../../features/leads/contract/record.ts'
import { useChangeStatus } from '../../../features/leads/web/client/useLeadActions.ts'
import { RowStatus } from '../../../features/leads/web/pieces/rowStatus.ts'
import { contactedText } from '../../../features/leads/web/pieces/wording.ts'
import { OpenRequest } from '../../../features/requests/web/pieces.tsx'
import { NextTask } from '../../../features/tasks/web/pieces/NextTask.tsx'
import { LatestEntries } from '../../../features/timeline/web/pieces.tsx'
import { Sparkline } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { ago } from '../../../platform/web/time/time.ts'
import { openNoteTask } from '../modals/noteTask.ts'
import { LastNote } from '../person/LastNote.tsx'
import { ReachLead } from '../person/ReachLead.tsx'
import classes from './Peek.module.css'

interface PeekPersonProps {
  /** `null` while it is on its way. */
  lead: Lead | null
  error: Error | null
  now: Date
  zone: string
}

/** Lines of the timeline that are shown. */
const LATEST = 5

/** What an agent asks before calling: how to reach them, what they want, what was said, what comes next. */
export function PeekPerson({ lead, error, now, zone }: PeekPersonProps) {
  if (!lead) {
    return error ? (
      <p className={classes.failed} role="alert">
        {sentenceOf(error)}
      </p>
    ) : (
      <Bones />
    )
  }
  return (
    <>
      <div className={classes.reach}>
        <ReachLead lead={lead} />
        <ContactNote lead={lead} />
        <Standing lead={lead} now={now} zone={zone} />
      </div>
      <OpenRequest lead={lead} now={now} zone={zone} />
      <NextTask
        tasks={lead.tasks}
        now={now}
        zone={zone}
        onAdd={() => openNoteTask({ lead, variant: 'task' })}
        onEdit={task => openNoteTask({ lead, variant: 'task', task })}
      />
      <LastNote leadId={lead.id} now={now} zone={zone} />
      <LatestEntries leadId={lead.id} now={now} zone={zone} limit={LATEST} />
    </>
  )
}

/** How far they are, when somebody was in touch, when they were on a site. */
function Standing({ lead, now, zone }: { lead: Lead; now: Date; zone: string }) {
  const changeStatus = useChangeStatus()
  const facts = [
    ['Status', <RowStatus key="status" value={lead.status_value} onChange={value => changeStatus(lead, value)} />],
    ['Contacted', contactedText(lead.last_contacted_at, now, zone)],
    ['Active', ago(lead.last_active_at, now, zone)],
  ] as const
  return (
    <dl className={classes.standing}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {lead.activity.some(visits => visits > 0) && (
        <div>
          <dt>12 weeks</dt>
          <dd>
            <Sparkline values={lead.activity} label="Visits of the last twelve weeks" width={64} height={18} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Bones() {
  return (
    <div className={classes.bones} aria-hidden="true">
      {[62, 84, 48, 71, 90, 55].map(width => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
