import { type CSSProperties, memo, useState } from 'react'
import { money } from '../../../platform/web/money.ts'
import { fullTime, timeOfDay } from '../../../platform/web/time.ts'
import type { Milestone } from '../contract.ts'
import { MilestoneIcon } from './MilestoneIcon.tsx'
import type { TimelineGroup } from './rules/grouping.ts'
import { groupTitle, milestoneHue, optionText } from './rules/kinds.ts'
import classes from './Timeline.module.css'

/** One line of the timeline: one thing that happened, or a run of the same. */
export const TimelineItem = memo(function TimelineItem({
  group,
  zone,
}: {
  group: TimelineGroup<Milestone>
  zone: string
}) {
  const [open, setOpen] = useState(false)
  const entry = group.entries[0]
  if (!entry) return null
  const count = group.entries.length
  const hue = milestoneHue(entry.milestone_type_id)
  const node = hue
    ? ({ '--node-tint': `var(--kt-${hue}-tint)`, '--node-text': `var(--kt-${hue}-text)` } as CSSProperties)
    : undefined
  const isQuiet = hue === undefined && count === 1
  const facts = [
    optionText(entry.milestone_type_id, entry.milestone_option_id),
    callText(entry),
    entry.author?.name,
    isQuiet && wordsOf(entry),
  ]
  return (
    <li className={classes.item}>
      <span className={classes.node} style={node}>
        <MilestoneIcon type={entry.milestone_type_id} />
      </span>
      <div className={`${classes.line} ${hue ? '' : classes.quiet}`}>
        <span className={classes.title}>{groupTitle(entry.milestone_type_id, count)}</span>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {count > 1 && (
          <button type="button" className={classes.unfold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Fold' : 'Show all'}
          </button>
        )}
      </div>
      <time className={classes.time} dateTime={entry.happened_at} title={fullTime(entry.happened_at, zone)}>
        {timeOfDay(entry.happened_at, zone)}
      </time>
      {isQuiet ? null : count === 1 ? (
        <Body entry={entry} quoted={entry.author !== null} />
      ) : (
        open && <Parts entries={group.entries} zone={zone} />
      )}
    </li>
  )
})

/** What an entry says of itself, and of the offer that came with it. */
function wordsOf(entry: Milestone): string {
  const offer = entry.offerSubmission
  return [entry.description, offer?.price && money(offer.price), offer?.listing?.address?.formatted]
    .filter(Boolean)
    .join(' · ')
}

function Body({ entry, quoted }: { entry: Milestone; quoted: boolean }) {
  const words = wordsOf(entry)
  if (!words) return null
  const text = entry.link ? (
    <a href={entry.link} target="_blank" rel="noreferrer">
      {words}
    </a>
  ) : (
    words
  )
  return quoted ? <blockquote className={classes.quote}>{text}</blockquote> : <div className={classes.text}>{text}</div>
}

function Parts({ entries, zone }: { entries: readonly Milestone[]; zone: string }) {
  return (
    <ul className={classes.parts}>
      {entries.map(entry => (
        <li key={entry.id}>
          <span>{entry.description || entry.value || 'No details'}</span>
          <span className={classes.time}>{timeOfDay(entry.happened_at, zone)}</span>
        </li>
      ))}
    </ul>
  )
}

/** How long a call took, where that is known. */
function callText(entry: Milestone): string {
  const seconds = Number(entry.call?.duration)
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
