import { deviceOf } from '../../people/rules.ts'
import type { AuditEntry } from '../contract.ts'
import classes from './AuditLog.module.css'
import type { Narrowed } from './narrowed.ts'
import { type ChangedField, changedFields, reasonOf } from './rules/changes.ts'
import { plainSentence, useRevert } from './useRevert.ts'

interface AuditDetailsProps {
  entry: AuditEntry
  onNarrow(to: Narrowed): void
}

type Change = NonNullable<AuditEntry['changes']>[number]

/** Records of one entry that are shown one by one. */
const MAX_SHOWN = 10

/** What an entry changed, the reason that was given, and where it came from. */
export function AuditDetails({ entry, onNarrow }: AuditDetailsProps) {
  const changes = entry.changes ?? []
  const reason = reasonOf(entry.input)
  const tables = changes
    .slice(0, MAX_SHOWN)
    .map(change => ({ change, fields: changedFields(change, entry.names) }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <div className={classes.details}>
      {(tables.length > 0 || reason) && (
        <div className={classes.tables}>
          {tables.map(({ change, fields }, index) => (
            <ChangeTable
              key={`${change.subject} ${change.subject_id}`}
              title={changes.length > 1 ? titleOf(change, entry) : null}
              fields={fields}
              hasHead={index === 0}
            />
          ))}
          {reason && (
            <p className={classes.reason}>
              <span>Reason given</span> “{reason}”
            </p>
          )}
        </div>
      )}
      <p className={classes.facts}>
        {tables.length === 0 && <span>No fields changed.</span>}
        {changes.length > MAX_SHOWN && <span>{changes.length - MAX_SHOWN} more records</span>}
        {entry.acting_as && <span>Logged in as {entry.acting_as.name}</span>}
        {entry.user_agent && <span title={entry.user_agent}>{deviceOf(entry.user_agent)}</span>}
        {entry.address && <span>Address {entry.address}</span>}
        {entry.request_id && <span>Request {entry.request_id}</span>}
        <AllEntries entry={entry} onNarrow={onNarrow} />
      </p>
    </div>
  )
}

const nameOf = ({ subject, subject_id }: Change, { names }: AuditEntry): string | null =>
  names.find(({ kind, id }) => kind === subject && id === Number(subject_id))?.name ?? null

const titleOf = (change: Change, entry: AuditEntry): string =>
  nameOf(change, entry) ?? [change.subject, change.subject_id].filter(part => part !== null).join(' ')

function ChangeTable({ title, fields, hasHead }: { title: string | null; fields: ChangedField[]; hasHead: boolean }) {
  return (
    <table className={classes.changes}>
      {title && <caption>{title}</caption>}
      <thead className={hasHead ? undefined : 'visually-hidden'}>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before === '–' ? before : <del>{before}</del>}</td>
            <td>{after === '–' ? after : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The record that an entry changed, and the lead that it is about, where these differ. */
function recordsOf(entry: AuditEntry): NonNullable<Narrowed['record']>[] {
  const { subject, subject_id, sentence } = entry
  const [first] = entry.changes ?? []
  const leads = sentence.flatMap(({ text, kind, id }) =>
    kind === 'lead' && id !== null ? [{ subject: 'lead', subject_id: String(id), name: text }] : [],
  )
  if (!subject || !subject_id || subject === 'session' || subject === 'lead') return leads
  return [{ subject, subject_id, name: (first && nameOf(first, entry)) ?? `this ${subject}` }, ...leads]
}

/** The ways from an entry to all others about its records, and of its person. */
function AllEntries({ entry, onNarrow }: AuditDetailsProps) {
  const [who] = entry.sentence
  const person = who?.kind === 'user' && who.id !== null ? { id: who.id, name: who.text } : null
  return (
    <span className={classes.ways}>
      {entry.can_revert && <RevertButton entry={entry} />}
      {person && (
        <button type="button" onClick={() => onNarrow({ person })}>
          All entries of {person.name}
        </button>
      )}
      {recordsOf(entry).map(record => (
        <button key={`${record.subject} ${record.subject_id}`} type="button" onClick={() => onNarrow({ record })}>
          All entries for {record.name}
        </button>
      ))}
    </span>
  )
}

/** Puts back what an entry changed. */
export function RevertButton({ entry, label = 'Revert' }: { entry: AuditEntry; label?: string }) {
  const revert = useRevert(entry)
  return (
    <button
      type="button"
      disabled={revert.isPending}
      aria-label={`${label}: ${plainSentence(entry)}`}
      onClick={revert.ask}
    >
      {label}
    </button>
  )
}
