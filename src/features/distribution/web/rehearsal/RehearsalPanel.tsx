import { SegmentedControl } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../../platform/web/page/failedParts.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { QuotaRulesPartProps } from '../../../quotas/web/extensions.ts'
import type { Rehearsal } from '../../contract.ts'
import { verdictOf } from '../../rules/rehearsalReport.ts'
import { rehearsalQuery } from '../client.ts'
import { AnswerBars } from './AnswerBars.tsx'
import { clock } from './figures.ts'
import { LeadsPerAgent } from './LeadsPerAgent.tsx'
import classes from './Rehearsal.module.css'

/** Milliseconds after the last change before the past is played again. */
const SETTLED_AFTER = 600

/** What the draft would have done with the leads of the last 30 or 90 days. */
export function RehearsalPanel({ draftVersion }: QuotaRulesPartProps) {
  const [days, setDays] = useState<30 | 90>(30)
  const { data, error, isFetching, refetch } = useQuery({ ...rehearsalQuery(days), placeholderData: keepPreviousData })
  useShownError(data ? null : error)
  const isSettled = useSettled(draftVersion, refetch)
  const isBehind = isFetching || !isSettled
  return (
    <aside className={classes.panel} aria-label="Rehearsal">
      <header className={classes.head}>
        <h2>Rehearsal</h2>
        {isBehind && <span className={classes.turning} role="status" aria-label="Playing the past again" />}
        {data && <Span rehearsal={data} />}
        <SegmentedControl
          size="xs"
          aria-label="Days"
          data={[
            { value: '30', label: '30 days' },
            { value: '90', label: '90' },
          ]}
          value={String(days)}
          onChange={value => setDays(value === '90' ? 90 : 30)}
        />
      </header>
      {error && !data && (
        <p className={classes.quiet}>
          {sentenceOf(error)}{' '}
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {!data && !error && <Bones />}
      {data && (
        <div className={classes.body} data-behind={isBehind ? '' : undefined}>
          {data.is_enough ? <Found rehearsal={data} /> : <NotEnough days={data.days} />}
        </div>
      )}
    </aside>
  )
}

/** Whether the draft has stayed as it is for a moment; `onSettled` runs when it has, after each change. */
function useSettled(version: number, onSettled: () => unknown): boolean {
  const [settled, setSettled] = useState(version)
  useEffect(() => {
    if (settled === version) return undefined
    const timer = setTimeout(() => {
      setSettled(version)
      onSettled()
    }, SETTLED_AFTER)
    return () => clearTimeout(timer)
  }, [settled, version, onSettled])
  return settled === version
}

function Span({ rehearsal: { leads, from, to } }: { rehearsal: Rehearsal }) {
  const now = useNow(60_000)
  return (
    <span className={classes.span}>
      {leads === 1 ? '1 lead' : `${leads.toLocaleString('en-CA')} leads`}, {shortDay(from, now)} to {shortDay(to, now)}
    </span>
  )
}

function NotEnough({ days }: { days: number }) {
  return (
    <p className={classes.quiet}>
      Fewer than 30 leads in these days.{days === 30 ? ' Try 90.' : ' Come back when more were offered.'}
    </p>
  )
}

function Found({ rehearsal }: { rehearsal: Rehearsal }) {
  const { moved, leads, median_seconds, pooled, never_offered } = rehearsal
  return (
    <>
      <p className={classes.verdict}>{verdictOf(rehearsal)}</p>
      <dl className={classes.figures}>
        <Figure name="Moved" value={String(moved)} note={`${Math.round((100 * moved) / leads)} % of all`} />
        <Figure
          name="Median answer"
          value={clock(median_seconds.draft)}
          note={`was ${clock(median_seconds.was)}`}
          isBetter={(median_seconds.draft ?? 0) < (median_seconds.was ?? 0)}
        />
        <Figure
          name="To the pool"
          value={String(pooled.draft)}
          note={`was ${pooled.was}`}
          isBetter={pooled.draft < pooled.was}
        />
        <Figure
          name="Never offered"
          value={String(never_offered.draft)}
          note={`was ${never_offered.was}`}
          isBetter={never_offered.draft < never_offered.was}
        />
      </dl>
      <LeadsPerAgent agents={rehearsal.agents} />
      <AnswerBars answers={rehearsal.answers} />
      <p className={classes.replayed}>
        <IconShieldCheck size={15} stroke={1.6} aria-hidden /> Replayed from the recorded decisions. Nothing was sent.
      </p>
    </>
  )
}

interface FigureProps {
  name: string
  value: string
  note: string
  isBetter?: boolean
}

function Figure({ name, value, note, isBetter = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={classes.note} data-better={isBetter ? '' : undefined}>
        {note}
      </dd>
    </div>
  )
}

function Bones() {
  return (
    <div className={classes.body} aria-hidden>
      {[0, 1, 2, 3, 4].map(row => (
        <span key={row} className={classes.bone} />
      ))}
    </div>
  )
}
