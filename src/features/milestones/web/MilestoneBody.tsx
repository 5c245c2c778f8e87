import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EntryMenu } from '../../../platform/ui/EntryMenu.tsx'
import { WaitingMark } from '../../../platform/ui/marks/WaitingMark.tsx'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { hasDraft } from '../../../platform/web/forms/drafts.ts'
import { money } from '../../../platform/web/money.ts'
import { calendarDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { useSession } from '../../people/web/client/people.ts'
import type { Milestone } from '../contract.ts'
import { mayChangeMilestone } from '../rules.ts'
import { removeMilestone } from './client.ts'
import classes from './Milestones.module.css'
import { milestoneEditName } from './rules/progress.ts'

const MilestoneEditor = onDemand(async () => (await import('./MilestoneEditor.tsx')).MilestoneEditor)

/** What an entry says of itself, and of the offer that came with it. */
export function milestoneText(entry: Milestone): string {
  const offer = entry.offerSubmission
  // The home is named beside the title where the entry says so itself.
  const home = entry.value ? null : offer?.listing?.address?.formatted
  return [
    offer?.price && money(offer.price),
    offer?.move_in_date && `moving in on ${calendarDay(offer.move_in_date)}`,
    home,
    entry.description,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How long a call took, where that is known. */
export function callText(entry: Milestone): string {
  const seconds = Number(entry.call?.duration)
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/** The words of a milestone; those of a person can be corrected by whoever may. */
export function MilestoneBody({ milestone }: { milestone: Milestone }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState(false)
  const { user } = useSession()
  const seesAll = user?.permissions.includes('view_all_leads') ?? false
  const isMine = user !== null && mayChangeMilestone(milestone, { user_id: user.id, seesAll })
  if (editing) return <MilestoneEditor milestone={milestone} onDone={() => setEditing(false)} />
  return (
    <>
      <MilestoneText milestone={milestone} />
      {isMine && hasDraft(milestoneEditName(milestone)) && (
        <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
          Continue editing
        </Button>
      )}
      {isMine && (
        <EntryMenu
          label="Change this entry"
          className={classes.menu}
          onEdit={() => setEditing(true)}
          onDelete={() => void removeMilestone(client, milestone)}
        />
      )}
    </>
  )
}

function MilestoneText({ milestone }: { milestone: Milestone }) {
  const isQuoted = milestone.author !== null
  const words = milestoneText(milestone) || (milestone.link && !isQuoted ? 'See the home' : '')
  // A person's entry without words keeps the room in which its menu stands.
  if (!words) {
    return isQuoted && milestone.model_type !== 'email' ? (
      <blockquote className={classes.quote}>
        No details <WaitingMark record={`milestone:${milestone.id}`} />
      </blockquote>
    ) : null
  }
  // What somebody asked for is read, not pressed: only the way to its home is a link.
  const isAsked = milestone.is_viewing_request || milestone.offerSubmission !== null
  const label = isAsked ? 'See the home' : words
  const link = milestone.link && (
    <a href={milestone.link} target="_blank" rel="noreferrer">
      {label}
    </a>
  )
  const isReadFirst = isAsked && words !== label
  const text = !link ? (
    words
  ) : isReadFirst ? (
    <>
      {words} {link}
    </>
  ) : (
    link
  )
  return isQuoted ? (
    <blockquote className={classes.quote} dir="auto">
      {text} <WaitingMark record={`milestone:${milestone.id}`} />
    </blockquote>
  ) : (
    <div className={classes.text}>{text}</div>
  )
}

/** Every milestone of a run, a line each. */
export function MilestoneParts({ milestones, zone }: { milestones: readonly Milestone[]; zone: string }) {
  return (
    <ul className={classes.parts}>
      {milestones.map(entry => (
        <li key={entry.id}>
          <span>
            {[entry.description || entry.value || 'No details', entry.description && entry.value]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={classes.time}>{timeOfDay(entry.happened_at, zone)}</span>
        </li>
      ))}
    </ul>
  )
}
