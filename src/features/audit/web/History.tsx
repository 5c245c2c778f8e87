import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { SettingHistoryProps } from '../../settings/web/extensions.ts'
import type { AuditEntry } from '../contract.ts'
import { RevertButton } from './AuditDetails.tsx'
import { recordHistory } from './client.ts'
import classes from './History.module.css'
import { changedFields, reasonOf } from './rules/changes.ts'

/** Who changed a setting, when and why, the latest first; each change can be put back as long as nothing came after it. */
export function History({ subject, subject_id }: SettingHistoryProps) {
  const maySee = useSession().permissions.includes('view_audit_log')
  const { data, error, refetch } = useQuery({ ...recordHistory(subject, subject_id), enabled: maySee })
  if (!maySee) return null
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section className={classes.history} aria-label="History">
      <h3>
        History <span>{data.length}</span>
      </h3>
      {data.length === 0 && <p className={classes.none}>As it was delivered. Nobody has changed it.</p>}
      <ol>
        {data.map((entry, index) => (
          <HistoryItem key={entry.id} entry={entry} isLatest={index === 0} />
        ))}
      </ol>
    </section>
  )
}

function HistoryItem({ entry, isLatest }: { entry: AuditEntry; isLatest: boolean }) {
  const fields = (entry.changes ?? []).flatMap(change => changedFields(change, entry.names))
  const reason = reasonOf(entry.input)
  return (
    <li>
      <div className={classes.head}>
        <b>{entry.actor?.name ?? 'Keyturn'}</b>
        {isLatest && entry.can_revert && <RevertButton entry={entry} />}
      </div>
      {fields.map(({ name, before, after }) => (
        <p key={name} className={classes.change}>
          {fields.length > 1 && `${name}: `}
          {before} <span aria-hidden="true">→</span>
          <span className="visually-hidden"> became </span> <b>{after}</b>
        </p>
      ))}
      <p className={classes.when}>
        <time dateTime={entry.at}>{fullTime(entry.at)}</time>
        {reason && ` · “${reason}”`}
      </p>
    </li>
  )
}
