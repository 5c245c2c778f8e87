import { Button } from '@mantine/core'
import { IconLock, IconMessageOff, IconPhoneX, IconShieldX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Initials, Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime, shortDay } from '../../../platform/web/time/time.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import type { BlockedNumber } from '../contract.ts'
import classes from './BlockedNumbers.module.css'
import { BlockForm } from './BlockForm.tsx'
import { blockedNumbersQuery, unblocking } from './client.ts'
import { GroupHead } from './GroupHead.tsx'
import { PlainNumber } from './PlainNumber.tsx'
import { StoppedLately } from './StoppedLately.tsx'

/** The numbers that reach nobody and that nobody reaches, and what they stopped lately. */
export function BlockedNumbersTab() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(blockedNumbersQuery)
  if (error && !data)
    return <ErrorState error={error} failure="Failed to load blocked numbers." onRetry={() => void refetch()} />
  const entries = data?.pages.flatMap(page => page.data)
  const own = entries?.filter(entry => !entry.is_for_all) ?? []
  const forAll = entries?.filter(entry => entry.is_for_all) ?? []
  return (
    <section className={classes.screen} aria-label="Blocked numbers">
      <BlockForm />
      {!entries && <Loading />}
      {entries?.length === 0 && <p className={classes.none}>No blocked numbers</p>}
      {entries && entries.length > 0 && (
        <div className={classes.head} aria-hidden="true">
          <span>Number</span>
          <span>Lead</span>
          <span>Why</span>
          <span>Since</span>
          <span>Stopped so far</span>
        </div>
      )}
      {own.length > 0 && <Group title="By you" note="only your calls and texts" entries={own} />}
      {forAll.length > 0 && <Group title="For everybody" note="set by an administrator" entries={forAll} />}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <StoppedLately />
      {entries && (
        <p className={classes.foot}>
          <IconShieldX size={16} stroke={1.6} aria-hidden />
          Blocked callers hear that you can’t be reached. Nothing goes out to a blocked number, by hand or by campaign.
        </p>
      )}
    </section>
  )
}

function Group({ title, note, entries }: { title: string; note: string; entries: readonly BlockedNumber[] }) {
  return (
    <section aria-label={title}>
      <GroupHead title={title} count={entries.length} note={note} />
      <ul className={classes.rows}>
        {entries.map(entry => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Row({ entry }: { entry: BlockedNumber }) {
  const now = useNow(60_000)
  const unblock = useUndoable(() => unblocking(entry))
  const { number, lead, reason, blocked_at, stopped_calls, stopped_texts, user, may_unblock } = entry
  return (
    <li className={classes.row}>
      <span className={classes.strong}>
        <PlainNumber number={number} />
      </span>
      <span className={classes.lead}>
        {lead ? (
          <>
            <Initials text={initialsOf(lead.first_name, lead.last_name) || '?'} hue="moss" size={22} />
            <Link to={leadPath(lead)}>{fullName(lead) || 'No name'}</Link>
          </>
        ) : (
          'No lead'
        )}
      </span>
      <span className={classes.why} title={reason}>
        {reason}
      </span>
      <time dateTime={blocked_at} title={fullTime(blocked_at)}>
        {shortDay(blocked_at, now)}
      </time>
      <span className={classes.stopped}>
        <Stopped Icon={IconPhoneX} count={stopped_calls} label="calls" />
        <Stopped Icon={IconMessageOff} count={stopped_texts} label="texts" />
      </span>
      <span className={classes.action}>
        {may_unblock ? (
          <Button size="xs" variant="subtle" loading={unblock.isPending} onClick={() => unblock.run()}>
            Unblock
          </Button>
        ) : (
          <span className={classes.locked} title="Blocked by an administrator">
            <IconLock size={14} stroke={1.6} aria-hidden /> {user.first_name} {user.last_name.charAt(0)}.
          </span>
        )}
      </span>
    </li>
  )
}

function Stopped({ Icon, count, label }: { Icon: typeof IconPhoneX; count: number; label: string }) {
  return (
    <span role="img" aria-label={`${count} ${label}`}>
      <Icon size={15} stroke={1.6} aria-hidden /> {count}
    </span>
  )
}
