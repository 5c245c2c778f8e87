import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { ListingFeed } from '../../listings/contract.ts'
import { feedSentence } from '../rules/feed.ts'
import { EmailFigures } from './EmailFigures.tsx'
import { EmailList } from './EmailList.tsx'
import classes from './Emails.module.css'
import { feedQuery, refreshFeed } from './emails.ts'

const MINUTE = 60_000

/** Administration of what leads are sent by themselves: the listings that come in, and the e-mails that go out. */
export function FeedPanel() {
  return (
    <div className={classes.panel}>
      <Feed />
      <EmailFigures />
      <EmailList />
    </div>
  )
}

function Feed() {
  const { data, error, refetch } = useQuery(feedQuery)
  const refresh = useMutation({
    mutationFn: refreshFeed,
    onSuccess: feed => void (feed.problem || notify('Synced with the listing service.')),
  })
  return (
    <section className={classes.section} aria-label="Listing feed">
      <header className={classes.head}>
        <h2>Listing feed</h2>
        {data?.is_on && (
          <Button size="xs" variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            Sync now
          </Button>
        )}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <FeedState feed={data} />}
      {refresh.error && (
        <p className={classes.problem} role="alert">
          {sentenceOf(refresh.error)}
        </p>
      )}
    </section>
  )
}

function FeedState({ feed }: { feed: ListingFeed }) {
  const now = useNow(MINUTE)
  const { text, state } = feedSentence(feed, now)
  return (
    <>
      <p className={classes.state} data-state={state} role="status">
        {text}
      </p>
      {feed.is_on && (
        <div className={classes.figures}>
          <Figure label="Listings" value={count(feed.listings)} />
          <Figure label="Last sync" value={<Moment at={feed.read_at} now={now} />} />
          <Figure label="Last failure" value={<Moment at={feed.failed_at} now={now} />} />
        </div>
      )}
    </>
  )
}

function Moment({ at, now }: { at: string | null; now: Date }) {
  return at ? (
    <time dateTime={at} title={fullTime(at)}>
      {ago(at, now)}
    </time>
  ) : (
    'Never'
  )
}
