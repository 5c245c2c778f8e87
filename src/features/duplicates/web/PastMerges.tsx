import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import type { Merge } from '../contract.ts'
import { mergesQuery } from './client.ts'
import classes from './Duplicates.module.css'
import { keptText } from './rules/text.ts'
import { useUndoMerge } from './useMergeActions.ts'

/** Merges that happened, newest first; each can be taken back for 30 days. */
export function PastMerges() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(mergesQuery(page))
  const now = useNow(60_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.total === 0)
    return <EmptyState title="No merges yet">Merges appear here. You can undo one for 30 days.</EmptyState>
  return (
    <>
      <ul className={classes.list} aria-label="Past merges">
        {data.data.map(merge => (
          <Line key={merge.id} merge={merge} now={now} />
        ))}
      </ul>
      <Pages page={page} of={data.last_page} onPage={setPage} label="Pages of merges" />
    </>
  )
}

function Line({ merge, now }: { merge: Merge; now: Date }) {
  const undo = useUndoMerge()
  const name = merge.lead.name || `Lead ${merge.lead.id}`
  return (
    <li className={classes.merge}>
      <span className={classes.text}>
        <span dir="auto">{merge.merged.name || `Lead ${merge.merged.id}`}</span> into{' '}
        <Link className={classes.name} to={leadPath(merge.lead)} dir="auto">
          {name}
        </Link>
      </span>
      <span className={classes.facts}>
        {merge.undone_at
          ? keptText(merge.kept)
          : merge.moved > 0
            ? `${merge.moved.toLocaleString('en-CA')} entries moved`
            : ''}
      </span>
      <span className={classes.facts}>
        {merge.merged_by?.name ? `${merge.merged_by.name}, ` : ''}
        <time dateTime={merge.merged_at} title={fullTime(merge.merged_at)}>
          {ago(merge.merged_at, now)}
        </time>
      </span>
      <div className={classes.actions}>
        {merge.undone_at ? (
          <Badge>Undone</Badge>
        ) : (
          merge.can_undo && (
            <Button
              variant="default"
              loading={undo.isPending}
              aria-label={`Undo the merge into ${name}`}
              onClick={() => undo.run(merge.id)}
            >
              Undo
            </Button>
          )
        )}
      </div>
    </li>
  )
}
