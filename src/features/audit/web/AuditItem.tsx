import { IconChevronRight } from '@tabler/icons-react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import type { AuditEntry } from '../contract.ts'
import classes from './AuditLog.module.css'

/** One line of the log; what changed is folded behind it. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { actor, acting_as, call, subject, subject_id, outcome } = entry
  return (
    <li>
      <details className={classes.entry}>
        <summary className={classes.summary}>
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
          <time className={classes.time} dateTime={entry.at} title={fullTime(entry.at)}>
            {timeOfDay(entry.at)}
          </time>
          <span className={classes.who}>
            {actor?.name ?? 'System'}
            {acting_as && <span className={classes.as}> as {acting_as.name}</span>}
          </span>
          <span className={classes.what}>{call}</span>
          <span className={classes.subject}>{subject && `${subject} ${subject_id ?? ''}`}</span>
          {outcome !== 'done' && <Badge hue="red">{outcome.replaceAll('_', ' ')}</Badge>}
        </summary>
        <AuditDetails entry={entry} />
      </details>
    </li>
  )
}

function AuditDetails({ entry }: { entry: AuditEntry }) {
  const facts = [
    ['Address', entry.address],
    ['Device', entry.user_agent],
    ['Request', entry.request_id],
  ].filter(([, value]) => value)
  return (
    <div className={classes.details}>
      {(entry.changes ?? []).map(change => (
        <ChangeTable key={`${change.subject} ${change.subject_id}`} change={change} />
      ))}
      {!entry.changes?.length && <p className={classes.fact}>No records changed.</p>}
      {facts.map(([label, value]) => (
        <p key={label} className={classes.fact}>
          <span className={classes.label}>{label}</span> {value}
        </p>
      ))}
    </div>
  )
}

type Change = NonNullable<AuditEntry['changes']>[number]

function ChangeTable({ change }: { change: Change }) {
  const before = fieldsOf(change.before)
  const after = fieldsOf(change.after)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => textOf(before[name]) !== textOf(after[name]),
  )
  return (
    <table className={classes.changes}>
      <caption>
        {change.subject} {change.subject_id}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {names.map(name => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{textOf(before[name])}</td>
            <td>{textOf(after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const fieldsOf = (record: unknown): Record<string, unknown> =>
  typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
