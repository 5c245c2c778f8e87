import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContactNote } from '../../features/consent/web/pieces.tsx'
import { leadSlug } from '../../features/leads/rules.ts'
import { areasShown, contactedText, leadName } from '../../features/leads/web/pieces/wording.ts'
import { notesQuery } from '../../features/notes/web/client.ts'
import { AskedFor } from '../../features/requests/web/pieces.tsx'
import type { Task } from '../../features/tasks/contract.ts'
import { taskTitle } from '../../features/tasks/web/pieces/TaskMarks.tsx'
import { Initials, KeyHint, PanelSection, Sparkline } from '../../platform/ui/pieces.tsx'
import { initialsOf } from '../../platform/web/text.ts'
import { ago } from '../../platform/web/time/time.ts'
import { LastNote } from '../lead/person/LastNote.tsx'
import { ReachLead } from '../lead/person/ReachLead.tsx'
import classes from './FocusedPerson.module.css'
import { ViewedLately, visitsQuery } from './ViewedLately.tsx'

interface FocusedPersonProps {
  task: Task
  now: Date
  zone: string
}

/** Whom the chosen task is about: how to reach them, why now, what was noted last, what they looked at. */
export function FocusedPerson({ task, now, zone }: FocusedPersonProps) {
  return (
    <aside className={classes.panel} aria-label="About this lead">
      <div className={classes.person}>
        <Head task={task} />
        <AskedFor task={task} now={now} zone={zone} />
        <WhyNow task={task} now={now} zone={zone} />
        <Before leadId={task.lead_id} now={now} zone={zone} />
      </div>
      <p className={classes.keys} data-hints>
        {keys.map(({ printed, word }) => (
          <span key={word}>
            <KeyHint keys={printed} /> {word}
          </span>
        ))}
      </p>
    </aside>
  )
}

const keys = [
  { printed: 'J K', word: 'move' },
  { printed: 'D', word: 'done' },
  { printed: 'R', word: 'edit' },
  { printed: 'P', word: 'tomorrow' },
  { printed: 'X', word: 'select' },
  { printed: 'S', word: 'status' },
  { printed: 'C', word: 'call' },
  { printed: 'L', word: 'log call' },
  { printed: 'N', word: 'note' },
  { printed: 'Space', word: 'peek' },
  { printed: '↵', word: 'open' },
  { printed: '?', word: 'all keys' },
]

function Head({ task: { id, lead } }: { task: Task }) {
  const slug = leadSlug(lead)
  const { names, more } = areasShown(lead.primary_areas.length > 0 ? lead.primary_areas : [lead.primary_area])
  const facts = [lead.roles_string, `${names}${more > 0 ? ` +${more}` : ''}`].filter(Boolean).join(' · ')
  return (
    <header className={classes.head}>
      <div className={classes.who}>
        <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="cyan" size={36} />
        <div className={classes.names}>
          <h2>
            {slug === null ? (
              leadName(lead)
            ) : (
              <Link to="/leads/$slug" params={{ slug }}>
                {leadName(lead)}
              </Link>
            )}
          </h2>
          <span>{facts}</span>
        </div>
      </div>
      <ReachLead lead={lead} taskId={id} />
      <ContactNote lead={lead} />
    </header>
  )
}

function WhyNow({ task, now, zone }: FocusedPersonProps) {
  const { lead, content } = task
  const contacted = contactedText(lead.last_contacted_at, now, zone)
  return (
    <PanelSection title="Why now">
      <p className={classes.text}>{content || taskTitle(task)}</p>
      <p className={classes.meta}>
        {lead.last_contacted_at ? `Last contact ${contacted.toLowerCase()}` : 'No contact yet'} · active{' '}
        {ago(lead.last_active_at, now, zone).toLowerCase()}
      </p>
      {lead.activity.some(visits => visits > 0) && (
        <>
          <Sparkline values={lead.activity} width={298} height={32} label="Visits of the last twelve weeks" />
          <p className={classes.axis}>
            <span>12 weeks ago</span>
            <span>This week</span>
          </p>
        </>
      )}
    </PanelSection>
  )
}

type AboutLead = Omit<FocusedPersonProps, 'task'> & { leadId: number }

/** What was before, once all of it is known: what comes first is not pushed down by what stands above it. */
function Before(about: AboutLead) {
  const notes = useQuery(notesQuery(about.leadId))
  const visits = useQuery(visitsQuery(about.leadId))
  if (notes.isPending || visits.isPending) return null
  return (
    <>
      <LastNote {...about} />
      <ViewedLately {...about} />
    </>
  )
}
