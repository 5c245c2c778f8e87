import { ActionIcon, Button } from '@mantine/core'
import {
  IconAlertCircle,
  IconCheck,
  IconCopy,
  IconHelp,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { copyText } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago } from '../../../platform/web/time/time.ts'
import type { MailRecordState } from '../../../platform/wire/mailRecords.ts'
import type { SenderCheck, SenderRecord } from '../contract.ts'
import { senderQuery } from './client.ts'
import classes from './Sender.module.css'

const icons: Readonly<Record<MailRecordState, TablerIcon>> = {
  ok: IconCheck,
  warning: IconAlertCircle,
  missing: IconX,
  unknown: IconHelp,
}

const words: Readonly<Record<MailRecordState, string>> = {
  ok: 'In order',
  warning: 'Could be better',
  missing: 'Missing',
  unknown: 'Nobody knows',
}

/** What DNS says of the sender, record by record, with what to put there. */
export function SenderRecords({ check }: { check: SenderCheck | undefined }) {
  const { refetch, isFetching, error } = useQuery({ ...senderQuery, enabled: false })
  const now = useNow(10_000)
  if (!check) return error ? <p role="alert">DNS could not be asked.</p> : <Loading />
  const { sender, domain, checked_at, records } = check
  const toPut = records.filter(({ put }) => put !== null)
  return (
    <div className={classes.sender}>
      <dl className={classes.facts}>
        <div>
          <dt>Sends as</dt>
          <dd>{sender}</dd>
        </div>
        <div>
          <dt>Domain</dt>
          <dd>{domain}</dd>
        </div>
        <div>
          <dt>Checked</dt>
          <dd>
            <time dateTime={checked_at}>{ago(checked_at, now)}</time>
          </dd>
        </div>
      </dl>
      <ul className={classes.records} aria-label="Records">
        {records.map(record => (
          <RecordRow key={record.kind} record={record} />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
        {toPut.length > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconCopy size={15} stroke={1.6} aria-hidden />}
            onClick={() => void copyText(toPut.map(({ name, put }) => `${name} TXT "${put}"`).join('\n'))}
          >
            Copy all for your IT person
          </Button>
        )}
      </div>
    </div>
  )
}

function RecordRow({ record: { kind, name, state, found, said, mend, put } }: { record: SenderRecord }) {
  const Icon = icons[state]
  return (
    <li className={classes.record}>
      <div className={classes.head}>
        <h3>{kind}</h3>
        <code>{name}</code>
        <span className={classes.state} data-state={state}>
          <Icon size={15} stroke={2} aria-hidden />
          {words[state]}
        </span>
      </div>
      <p>{said}</p>
      {found !== null && <Value label="There now" text={found} />}
      {mend !== null && <p className={classes.mend}>{mend}</p>}
      {put !== null && <Value label="To put there" text={put} onCopy={() => void copyText(put)} />}
    </li>
  )
}

function Value({ label, text, onCopy }: { label: string; text: string; onCopy?: () => void }) {
  return (
    <div className={classes.value}>
      <span>{label}</span>
      <code>{text}</code>
      {onCopy && (
        <ActionIcon variant="subtle" aria-label={`Copy: ${label}`} onClick={onCopy}>
          <IconCopy size={15} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
}
