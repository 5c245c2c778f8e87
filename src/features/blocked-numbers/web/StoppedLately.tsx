import { Button } from '@mantine/core'
import { IconMessageOff, IconPhoneX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime, shortDay, sinceShort } from '../../../platform/web/time/time.ts'
import type { StoppedContact } from '../contract.ts'
import { isText, STOPPED_DAYS, stoppedLabel } from '../rules.ts'
import classes from './BlockedNumbers.module.css'
import { stoppedQuery } from './client.ts'
import { GroupHead } from './GroupHead.tsx'
import { PlainNumber } from './PlainNumber.tsx'

/** The record of rejected calls, dropped texts and own attempts that were refused. */
export function StoppedLately() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(stoppedQuery)
  const stopped = data?.pages.flatMap(page => page.data) ?? []
  if (stopped.length === 0) return null
  return (
    <section aria-label="Stopped lately">
      <GroupHead title="Stopped lately" count={data?.pages[0]?.total ?? 0} note={`kept for ${STOPPED_DAYS} days`} />
      <ul className={classes.rows}>
        {stopped.map(each => (
          <Row key={each.id} stopped={each} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

function Row({ stopped: { number, kind, body, blocked_at, stopped_at } }: { stopped: StoppedContact }) {
  const now = useNow(60_000)
  const Icon = isText(kind) ? IconMessageOff : IconPhoneX
  return (
    <li className={classes.row} data-quiet>
      <span>
        <PlainNumber number={number} />
      </span>
      <span className={classes.lead}>
        <Icon size={15} stroke={1.6} aria-hidden /> <span className={classes.plain}>{stoppedLabel[kind]}</span>
      </span>
      <span className={classes.why}>
        {body === null ? `Blocked on ${shortDay(blocked_at, now)}` : <Dropped body={body} />}
      </span>
      <time dateTime={stopped_at} title={fullTime(stopped_at)}>
        {sinceShort(stopped_at, now)}
      </time>
    </li>
  )
}

/** What a dropped text said: not everybody wants to read that. */
function Dropped({ body }: { body: string }) {
  const [isShown, setShown] = useState(false)
  return isShown ? (
    body
  ) : (
    <button type="button" className={classes.show} onClick={() => setShown(true)}>
      Show
    </button>
  )
}
