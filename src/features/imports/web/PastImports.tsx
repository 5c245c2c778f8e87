import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { ImportStatus, ImportSummary } from '../contract.ts'
import { importsQuery } from './client.ts'
import classes from './PastImports.module.css'
import { resultText, shareDone, statusLabels } from './rules/text.ts'

const hues: Partial<Record<ImportStatus, Hue>> = {
  waiting: 'amber',
  queued: 'blue',
  running: 'blue',
  done: 'green',
  failed: 'red',
  undoing: 'amber',
}

/** Imports that were sent before; each opens. */
export function PastImports({ onOpen }: { onOpen: (id: number) => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(importsQuery(page))
  const now = useNow(60_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="past-imports" className={classes.past}>
      <h2 id="past-imports" className={classes.title}>
        Past imports {data && data.total > 0 && <span className={classes.count}>{data.total}</span>}
      </h2>
      {data?.total === 0 && (
        <p className={classes.none}>No imports yet. They appear here, and you can undo one for 30 days.</p>
      )}
      <ul className={classes.list}>
        {data?.data.map(one => (
          <Line key={one.id} one={one} now={now} onOpen={onOpen} />
        ))}
      </ul>
      <Pages
        page={page}
        of={data?.last_page ?? 1}
        onPage={setPage}
        text={['Newer', 'Older']}
        label="Pages of imports"
      />
    </section>
  )
}

function Line({ one, now, onOpen }: { one: ImportSummary; now: Date; onOpen: (id: number) => void }) {
  const share = one.status === 'running' ? ` ${Math.floor(shareDone(one) * 100)} %` : ''
  return (
    <li className={classes.line}>
      <button type="button" className={classes.open} onClick={() => onOpen(one.id)}>
        {one.file_name}
      </button>
      <Badge hue={hues[one.status]}>
        {statusLabels[one.status]}
        {share}
      </Badge>
      <span className={classes.result}>{[one.origin, resultText(one)].filter(Boolean).join(' · ')}</span>
      <span className={classes.who}>{one.user.name}</span>
      <time className={classes.when} dateTime={one.created_at} title={fullTime(one.created_at)}>
        {ago(one.created_at, now)}
      </time>
    </li>
  )
}
