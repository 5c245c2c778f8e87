import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveChanges } from '../../../platform/web/live/live.ts'
import { type AuditFilter, auditLog, auditNews } from './client.ts'

/** Changes often come several at once; they are counted once they have calmed down. */
const CALM_MS = 800

/** What was written since the log was read waits behind this button, so that no line moves under the pointer. */
export function AuditNews({ filter }: { filter: AuditFilter }) {
  const { data, refetch } = useInfiniteQuery(auditLog(filter))
  const newest = data?.pages[0]?.data[0]?.id ?? 0
  const { data: waiting = 0, refetch: recount } = useQuery(auditNews(filter, newest))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Whatever changes is written to the log, so every topic counts.
    const stop = liveChanges.listen(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void recount(), CALM_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [recount])
  return (
    <span aria-live="polite">
      {newest > 0 && waiting > 0 && (
        <Button size="xs" variant="light" onClick={() => void refetch()}>
          {waiting >= 50 ? '50 or more' : waiting} new {waiting === 1 ? 'entry' : 'entries'}
        </Button>
      )}
    </span>
  )
}
