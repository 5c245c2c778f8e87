import { Button, Select } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FrameBar } from '../../../platform/ui/frame/Frame.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { idInAddress, textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { calendarDay, timeOfDay } from '../../../platform/web/time/time.ts'
import type { Recording } from '../contract.ts'
import { RECORDING_DAYS } from '../rules/limits.ts'
import { recordedPeopleQuery, recordingsQuery } from './client.ts'
import classes from './Recordings.module.css'
import { errorCount, lengthOf, pageCount } from './wording.ts'

const Asked = z.object({ user_id: idInAddress, day: textInAddress })

/** Recordings by person and day, the newest first. */
export function RecordingsPanel() {
  const [{ user_id, day }, setAsked] = useInAddress(Asked)
  const { data: people = [] } = useQuery(recordedPeopleQuery)
  return (
    <>
      <FrameBar>
        <Select
          size="sm"
          aria-label="Person"
          placeholder="Everybody"
          clearable
          searchable
          data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={user_id === null ? null : String(user_id)}
          onChange={value => setAsked({ user_id: value === null ? null : Number(value) })}
        />
        <DateTimeField
          kind="date"
          prefers="past"
          size="sm"
          aria-label="Day"
          placeholder="Any day"
          value={day}
          onChange={next => setAsked({ day: next })}
        />
        <p className={classes.kept}>Kept for {RECORDING_DAYS} days</p>
      </FrameBar>
      <Recordings user_id={user_id} day={day} />
    </>
  )
}

function Recordings({ user_id, day }: z.output<typeof Asked>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    recordingsQuery({ user_id: user_id ?? undefined, from: day || undefined, to: day || undefined }),
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const all = data.pages.flatMap(page => page.data)
  if (all.length === 0)
    return (
      <EmptyState title={user_id === null && day === '' ? 'Nothing recorded yet' : 'Nothing matches'}>
        Screens are recorded only of people for whom “Session recording” is on, under Features.
      </EmptyState>
    )
  return (
    <>
      {[...Map.groupBy(all, one => one.day)].map(([ofDay, recordings]) => (
        <section key={ofDay} aria-label={calendarDay(ofDay)}>
          <header className={classes.day}>
            <h2>{calendarDay(ofDay)}</h2>
          </header>
          <ul className={classes.list}>
            {recordings.map(one => (
              <Row key={one.id} recording={one} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button m="md" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}

function Row({ recording }: { recording: Recording }) {
  const { id, person, by, started_at, pages, errors } = recording
  return (
    <li>
      <Link to="/session-recordings/$id" params={{ id: String(id) }} className={classes.row}>
        <time dateTime={started_at}>{timeOfDay(started_at)}</time>
        <span className={classes.who}>
          <b>{person.name}</b>
          {by && <span>while {by.name} was logged in as them</span>}
        </span>
        <span className={classes.fact}>{pageCount(pages)}</span>
        <span className={classes.fact}>{errors > 0 && <Badge hue="red">{errorCount(errors)}</Badge>}</span>
        <span className={classes.length}>{lengthOf(recording)}</span>
      </Link>
    </li>
  )
}
