import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, calendarDay, fullTime } from '../../../platform/web/time/time.ts'
import type { ImportedList } from '../contract.ts'
import { isUnfinished, type ListState } from '../rules.ts'
import { cancelList, importedListsQuery } from './client.ts'
import classes from './DoNotCall.module.css'

const states: Readonly<Record<ListState, { label: string; hue?: Hue }>> = {
  queued: { label: 'Waiting', hue: 'blue' },
  reading: { label: 'Reading', hue: 'blue' },
  in_force: { label: 'In force', hue: 'green' },
  replaced: { label: 'Replaced' },
  failed: { label: 'Not taken', hue: 'red' },
  cancelled: { label: 'Cancelled' },
}

/** Every list that was imported, or was to be. */
export function ImportHistory() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(importedListsQuery(page))
  const now = useNow(60_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      {data.total === 0 && (
        <p className={classes.none}>No imports yet. Each one is listed here with what became of it.</p>
      )}
      <ul className={classes.list} aria-label="Imports">
        {data.data.map(list => (
          <Line key={list.id} list={list} now={now} />
        ))}
      </ul>
      <Pages page={page} of={data.last_page} onPage={setPage} text={['Newer', 'Older']} label="Pages of imports" />
    </>
  )
}

function Line({ list, now }: { list: ImportedList; now: Date }) {
  const { id, file_name, obtained_on, state, user, created_at } = list
  const { mutate, isPending } = useMutation({ mutationFn: cancelList })
  const { label, hue } = states[state]
  return (
    <li className={classes.line}>
      <b className={classes.name} title={file_name}>
        {file_name}
      </b>
      <Badge {...(hue ? { hue } : {})}>{label}</Badge>
      <span className={classes.result}>{resultText(list)}</span>
      <span className={classes.meta}>
        Obtained {calendarDay(obtained_on)} · {user ?? 'From the folder'} ·{' '}
        <time dateTime={created_at} title={fullTime(created_at)}>
          {ago(created_at, now)}
        </time>
      </span>
      {isUnfinished(state) && (
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate(id)}>
          Cancel
        </Button>
      )}
    </li>
  )
}

const MEGABYTE = 1024 * 1024

function resultText({ state, problem, numbers, read_lines, file_size }: ImportedList): string {
  if (problem !== null) return problem
  if (numbers !== null) return `${count(numbers)} numbers`
  if (state === 'reading') return `${count(read_lines)} lines read`
  return `${(file_size / MEGABYTE).toFixed(1)} MB`
}
