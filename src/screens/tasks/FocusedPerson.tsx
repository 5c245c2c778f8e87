import { ActionIcon, Button } from '@mantine/core'
import { IconMail, IconMessage2, IconNote, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContactNote } from '../../features/consent/web/pieces.tsx'
import { leadSlug } from '../../features/leads/rules.ts'
import { usePhoneText } from '../../features/leads/web/client/phones.ts'
import {
  areasShown,
  contactedText,
  contactOf,
  leadName,
  mayTryText,
  reachOf,
} from '../../features/leads/web/pieces/wording.ts'
import { type Milestone, milestoneCalls } from '../../features/milestones/contract.ts'
import { milestoneType } from '../../features/milestones/rules.ts'
import { notesQuery } from '../../features/notes/web/client.ts'
import { NoteText } from '../../features/notes/web/pieces.tsx'
import { AskedFor } from '../../features/requests/web/pieces.tsx'
import type { Task } from '../../features/tasks/contract.ts'
import { taskTitle } from '../../features/tasks/web/pieces/TaskMarks.tsx'
import { Initials, KeyHint, PanelSection, Sparkline } from '../../platform/ui/pieces.tsx'
import { call } from '../../platform/web/calls/call.ts'
import { initialsOf } from '../../platform/web/text.ts'
import { ago, isoDay, shortDay } from '../../platform/web/time/time.ts'
import { openNoteTask } from '../lead/modals/noteTask.ts'
import classes from './FocusedPerson.module.css'

interface FocusedPersonProps {
  task: Task
  now: Date
  zone: string
}

/** Whom the chosen task is about: how to reach them, why now, what was noted last, what they looked at. */
export function FocusedPerson({ task, now, zone }: FocusedPersonProps) {
  return (
    <aside className={classes.panel} aria-label="About this lead">
      <Head task={task} />
      <AskedFor task={task} now={now} zone={zone} />
      <WhyNow task={task} now={now} zone={zone} />
      <LastNote leadId={task.lead_id} now={now} zone={zone} />
      <Viewed leadId={task.lead_id} now={now} zone={zone} />
      <p className={classes.keys}>
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
  { printed: '↵', word: 'open' },
  { printed: '?', word: 'all keys' },
]

function Head({ task: { lead } }: { task: Task }) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const phoneText = usePhoneText(phone)
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
      <div className={classes.actions}>
        {reach.call && (
          <Button
            component="a"
            href={`tel:${phone}`}
            data-act="call"
            leftSection={<IconPhone size={15} stroke={1.6} />}
          >
            Call {phoneText}
          </Button>
        )}
        {mayTryText(lead) && (
          <ActionIcon component="a" href={`sms:${phone}`} data-act="text" variant="default" aria-label="Text">
            <IconMessage2 size={15} stroke={1.6} />
          </ActionIcon>
        )}
        {reach.email && (
          <ActionIcon component="a" href={`mailto:${email}`} data-act="email" variant="default" aria-label="E-mail">
            <IconMail size={15} stroke={1.6} />
          </ActionIcon>
        )}
        <ActionIcon variant="default" aria-label="Add a note" onClick={() => openNoteTask({ lead, variant: 'note' })}>
          <IconNote size={15} stroke={1.6} />
        </ActionIcon>
      </div>
      <ContactNote lead={lead} />
    </header>
  )
}

function WhyNow({ task, now, zone }: FocusedPersonProps) {
  const { lead, content } = task
  const contacted = contactedText(lead.last_contacted_at, now, zone)
  return (
    <PanelSection title="Why now">
      <p className={classes.words}>{content || taskTitle(task)}</p>
      <p className={classes.meta}>
        {lead.last_contacted_at ? `Last contact ${contacted.toLowerCase()}` : 'No contact yet'} · active{' '}
        {ago(lead.last_active_at, now, zone).toLowerCase()}
      </p>
      <Sparkline values={lead.activity} width={298} height={32} label="Visits of the last twelve weeks" />
      <p className={classes.axis}>
        <span>12 weeks ago</span>
        <span>This week</span>
      </p>
    </PanelSection>
  )
}

/** Viewed homes, each once with how often, the last visit first. */
function homesOf(visits: readonly Milestone[]): { item: Milestone; home: string; times: number }[] {
  const homes = new Map<string, { item: Milestone; home: string; times: number }>()
  for (const item of visits) {
    const home = [item.description, item.value].filter(Boolean).join(' · ') || 'A listing'
    const known = homes.get(home)
    if (known) known.times += 1
    else homes.set(home, { item, home, times: 1 })
  }
  return [...homes.values()]
}

type AboutLead = Omit<FocusedPersonProps, 'task'> & { leadId: number }

function LastNote({ leadId, now, zone }: AboutLead) {
  const { data } = useQuery(notesQuery(leadId))
  const note = data?.data[0]
  if (!note) return null
  return (
    <PanelSection title="Last note" action={<span className={classes.meta}>{shortDay(note.date, now, zone)}</span>}>
      <p className={classes.note} dir="auto">
        <NoteText note={note} />
      </p>
    </PanelSection>
  )
}

const VIEWED = 5
const LOOKED_THROUGH = 30

function Viewed({ leadId, now, zone }: AboutLead) {
  const { data } = useQuery({
    queryKey: ['milestones', leadId, 'viewed'],
    queryFn: ({ signal }) =>
      call(
        milestoneCalls.list,
        { leadId, filter: [milestoneType.propertyViewed], perPage: LOOKED_THROUGH },
        { signal },
      ),
    staleTime: 60_000,
  })
  const viewed = homesOf(data?.data ?? []).slice(0, VIEWED)
  if (viewed.length === 0) return null
  const isToday = viewed.every(({ item }) => isoDay(item.happened_at, zone) === isoDay(now, zone))
  return (
    <PanelSection title={isToday ? 'Viewed today' : 'Viewed lately'} count={viewed.length}>
      <ul className={classes.viewed}>
        {viewed.map(({ item, home, times }) => (
          <li key={item.id}>
            <span>{home}</span>
            {times > 1 && <small>{times} times</small>}
            <time dateTime={item.happened_at}>{ago(item.happened_at, now, zone)}</time>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
