import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import type { AuditEntry } from '../contract.ts'
import { AuditDetails } from './AuditDetails.tsx'
import classes from './AuditLog.module.css'
import { AuditMark } from './AuditMark.tsx'
import type { Narrowed } from './narrowed.ts'

interface AuditItemProps {
  entry: AuditEntry
  /** Shows only the entries of a person, or of a record. */
  onNarrow(to: Narrowed): void
}

/** One line of the log, a sentence; what changed unfolds below it. */
export function AuditItem({ entry, onNarrow }: AuditItemProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.entry} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <time dateTime={entry.at} title={fullTime(entry.at)}>
          {timeOfDay(entry.at)}
        </time>
        <AuditMark entry={entry} />
        <p className={classes.sentence}>
          <Sentence entry={entry} onNarrow={onNarrow} />
        </p>
        <span className={classes.source} data-refused={entry.outcome !== 'done' || undefined}>
          {sourceOf(entry)}
        </span>
        <button
          type="button"
          className={classes.unfold}
          data-audit
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label="Details"
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <AuditDetails entry={entry} onNarrow={onNarrow} />}
      </div>
    </li>
  )
}

function Sentence({ entry, onNarrow }: AuditItemProps) {
  return entry.sentence.map(({ text, kind, id }, index) => {
    const key = `${index} ${text}`
    if (kind === 'lead' && id !== null)
      return (
        <Link key={key} to={leadPath({ id, first_name: text, last_name: '' })}>
          {text}
        </Link>
      )
    if (kind === 'user' && id !== null)
      return (
        <button key={key} type="button" onClick={() => onNarrow({ person: { id, name: text } })}>
          {text}
        </button>
      )
    return kind === null ? text : <b key={key}>{text}</b>
  })
}

/** From which part of the product it came, or what is special about it. */
function sourceOf({ outcome, acting_as, call, actor }: AuditEntry): string {
  if (outcome !== 'done') return 'Refused'
  if (acting_as) return `As ${acting_as.name}`
  const [feature = ''] = call.split('.')
  if (!call.includes('.')) return actor ? 'In the background' : 'By itself'
  const text = feature.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
