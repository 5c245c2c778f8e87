import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { Erasure } from '../contract.ts'
import { erasures } from './client.ts'
import classes from './Privacy.module.css'
import { keptSentence, recordCount } from './wording.ts'

/** Who was erased: not by name, which is gone. */
export function ErasedPeople() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(erasures)
  const all = data?.pages.flatMap(page => page.data) ?? []
  return (
    <FrameSection title="Erased people">
      <div className={classes.section}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && all.length === 0 && <p className={classes.text}>Nobody has been erased.</p>}
        {all.length > 0 && (
          <ul className={classes.rows}>
            {all.map(erasure => (
              <Row key={erasure.id} erasure={erasure} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </FrameSection>
  )
}

function Row({ erasure: { lead_id, by, erased_at, reason, removed, kept } }: { erasure: Erasure }) {
  const records = removed.reduce((sum, { count: number }) => sum + number, 0)
  return (
    <li>
      <span>
        <b>Lead {lead_id}</b>, {recordCount(records)}
      </span>
      <time dateTime={erased_at}>{fullTime(erased_at)}</time>
      <span className={classes.quiet}>
        {by?.name ?? 'Retention setting'}. {by ? reason : null}
      </span>
      {kept.map(one => (
        <span key={one.what} className={classes.quiet}>
          {keptSentence(one)}
        </span>
      ))}
    </li>
  )
}
