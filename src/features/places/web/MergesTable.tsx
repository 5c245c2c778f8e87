import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime, shortDay } from '../../../platform/web/time/time.ts'
import { type AreaMerge, UNDO_DAYS } from '../contract.ts'
import { foldName } from '../rules/tree.ts'
import type { OpenDialog } from './AreaDialogs.tsx'
import { areaMergesQuery } from './client.ts'
import classes from './Places.module.css'

interface MergesTableProps {
  search: string
  onDo(dialog: OpenDialog): void
}

/** The merges of the last weeks, each with its way back. */
export function MergesTable({ search, onDo }: MergesTableProps) {
  const now = useNow(60_000)
  const { data = [], error, refetch } = useQuery(areaMergesQuery)
  if (error && data.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />
  const sought = foldName(search)
  const merges = data.filter(({ name, into }) => [name, into].some(one => foldName(one).includes(sought)))
  if (merges.length === 0)
    return (
      <EmptyState title={data.length === 0 ? 'No area was merged lately' : 'No merge of an area of that name'}>
        {data.length === 0 ? `For ${UNDO_DAYS} days after a merge, it can be undone here.` : 'Try part of the name.'}
      </EmptyState>
    )
  return (
    <table className={classes.table} data-merges>
      <caption className="visually-hidden">Merged areas</caption>
      <thead>
        <tr>
          <th scope="col">Area</th>
          <th scope="col">Merged into</th>
          <th scope="col">Merged</th>
          <th scope="col">Undo until</th>
          <th scope="col" className={classes.undo}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {merges.map(merge => (
          <Row key={merge.id} merge={merge} now={now} onUndo={() => onDo({ does: 'undo', merge })} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ merge, now, onUndo }: { merge: AreaMerge; now: Date; onUndo(): void }) {
  const { name, into, joined, merged_by, merged_at, undo_until } = merge
  return (
    <tr className={classes.row}>
      <th scope="row">
        <b className={classes.merged} dir="auto">
          {name}
        </b>
        {joined > 0 && <span className={classes.inside}> and {count(joined)} inside</span>}
      </th>
      <td className={classes.into}>
        <span className={classes.onPhone}>into </span>
        <bdi>{into}</bdi>
      </td>
      <td className={classes.when}>
        <time dateTime={merged_at} title={fullTime(merged_at)}>
          {shortDay(merged_at, now)}
        </time>
        {merged_by !== null && <span className={classes.inside}> by {merged_by}</span>}
      </td>
      <td className={classes.when}>
        <span className={classes.onPhone}>undo until </span>
        <time dateTime={undo_until} title={fullTime(undo_until)}>
          {shortDay(undo_until, now)}
        </time>
      </td>
      <td className={classes.undo}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Undo the merge of ${name}`}
          leftSection={<IconArrowBackUp size={14} stroke={1.6} aria-hidden />}
          onClick={onUndo}
        >
          Undo
        </Button>
      </td>
    </tr>
  )
}
