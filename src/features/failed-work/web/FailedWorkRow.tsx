import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Dial } from '../../../platform/ui/marks/Dial.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import type { FailedWork } from '../contract.ts'
import { dismissWork, retryWork } from './client.ts'
import classes from './FailedWork.module.css'

const failed = (error: unknown) => notify(sentenceOf(error))

/** What is said beneath the reason, where a person has to know more than it. */
const nextText: Readonly<Record<FailedWork['next'], string | null>> = {
  retry: null,
  uncertain: 'It may have been done: look before anything is sent again.',
  over: 'Its time is over.',
}

/** One failed job: what it does and for whom, why it failed, how often and when, and what can be done. */
export function FailedWorkRow({ work }: { work: FailedWork }) {
  const { id, title, why, tries, failed_at, about, next } = work
  const now = useNow(60_000)
  const retry = useMutation({ mutationFn: () => retryWork({ id }), onError: failed })
  const dismiss = useMutation({ mutationFn: () => dismissWork({ id }), onError: failed })
  const isBusy = retry.isPending || dismiss.isPending
  return (
    <tr>
      <th scope="row">
        <span className={classes.mark}>
          <Dial
            face={next === 'uncertain' ? 'dashed' : 'crossed'}
            color={next === 'uncertain' ? 'var(--kt-amber-dot)' : 'var(--kt-red-dot)'}
          />
        </span>
        <span className={classes.what}>
          {title}
          <small>
            <About work={work} />
          </small>
        </span>
      </th>
      <td>
        {why}
        {nextText[next] && <small className={classes.said}>{nextText[next]}</small>}
      </td>
      <td className={classes.number}>
        {tries}
        <span className={classes.onPhone}>{tries === 1 ? ' try' : ' tries'}</span>
      </td>
      <td>
        <time dateTime={failed_at} title={fullTime(failed_at)}>
          {ago(failed_at, now)}
        </time>
      </td>
      <td className={classes.actions}>
        {next === 'retry' && (
          <Button
            variant="default"
            size="compact-sm"
            loading={retry.isPending}
            disabled={isBusy}
            aria-label={`Retry: ${title}`}
            onClick={() => retry.mutate()}
          >
            Retry
          </Button>
        )}
        {next === 'uncertain' && about?.kind === 'lead' && (
          <Button variant="default" size="compact-sm" component={Link} to={pathOf(about)}>
            Open lead
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          loading={dismiss.isPending}
          disabled={isBusy}
          aria-label={`Dismiss: ${title}`}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      </td>
    </tr>
  )
}

const pathOf = ({ id, name }: { id: number; name: string }): string => leadPath({ id, first_name: name, last_name: '' })

/** Whom or what it is about; of work by the clock, how often it failed since it last worked. */
function About({ work: { about, runs_by_clock, times } }: { work: FailedWork }) {
  if (runs_by_clock) return times === 1 ? 'Runs by the clock' : `Runs by the clock, failed ${count(times)} times`
  if (about?.kind === 'lead') return <Link to={pathOf(about)}>{about.name}</Link>
  if (about?.kind === 'user')
    return (
      <Link to="/admin" search={{ section: 'people' }}>
        {about.name}
      </Link>
    )
  return about?.name ?? null
}
