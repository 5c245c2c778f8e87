import { CloseButton } from '@mantine/core'
import { IconBan, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CallOutcome, outcomeLabels, talkTime } from '../../features/calling/rules.ts'
import {
  continueDialing,
  countsOf,
  type Dialer,
  type DialResult,
  type DialRow,
  dial,
  placeText,
  skipReasons,
} from '../../features/calling/web/client/dialer.ts'
import { leadPath } from '../../features/leads/rules.ts'
import { Ring } from '../../platform/ui/marks/Ring.tsx'
import { useShortcuts } from '../../platform/web/page/keys.ts'
import { useIsCallCardOpen } from '../lead/call/madeCalls.ts'
import classes from './Dialer.module.css'
import { DialerPerson } from './DialerPerson.tsx'
import { showDialerList } from './dialerPanel.ts'

/** The list that is called down: who is next, who was skipped and why, and how the calls went. */
export function DialerList({ dialer, title }: { dialer: Dialer; title: string }) {
  useDialerKeys(dialer)
  const { rows, at, results, phase } = dialer
  const current = phase === 'over' ? null : rows[at]
  const done = rows.flatMap((row, place) => (results[place] ? [{ row, result: results[place] }] : []))
  const called = done.filter(({ result }) => result.kind === 'called').toReversed()
  const skipped = done.filter(({ result }) => result.kind === 'skipped')
  const next = rows.slice(at + 1)
  return (
    <section className={classes.panel} aria-label={`Power dialer: ${title}`}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <span>{placeText(dialer)}</span>
        <CloseButton aria-label="Back to the page" onClick={() => showDialerList(false)} />
      </header>
      <Counts dialer={dialer} />
      <div className={classes.columns}>
        <div className={classes.rows}>
          {current && (
            <ul>
              <Row row={current} mark={<Ring size={16} turn={at / rows.length} label="Now" />} isCurrent />
            </ul>
          )}
          <Group title="Next" rows={next.map((row, place) => ({ row, mark: at + 2 + place }))} />
          <Group
            title="Skipped"
            hint="not dialed"
            rows={skipped.map(({ row, result }) => ({ row, mark: '–', result }))}
          />
          <Group
            title="Done"
            rows={called.map(({ row, result }) => ({ row, mark: <IconCheck size={14} stroke={1.6} />, result }))}
          />
        </div>
        {current && <DialerPerson key={current.leadId} dialer={dialer} row={current} />}
      </div>
    </section>
  )
}

function useDialerKeys({ phase }: Dialer): void {
  const group = 'Power dialer'
  const isAsking = useIsCallCardOpen()
  useShortcuts(
    [
      { keys: 'c', label: 'Call now', group, run: () => dial({ type: 'dial' }) },
      {
        keys: 'p',
        label: 'Pause or continue',
        group,
        run: () => void (phase === 'paused' ? continueDialing() : dial({ type: 'pause' })),
      },
      ...skipReasons.map((reason, place) => ({
        keys: `${place + 1}`,
        label: `Skip: ${reason}`,
        group,
        run: () => dial({ type: 'skip', reason }),
      })),
      { keys: 'Escape', label: 'Back to the page', group, run: () => showDialerList(false) },
    ],
    !isAsking,
  )
}

function Counts({ dialer }: { dialer: Dialer }) {
  const { dialed, connected, voicemail, noAnswer, skipped, talked } = countsOf(dialer)
  const share = dialed > 0 ? `${Math.round((connected / dialed) * 100)} %` : ''
  const figures: [string, string, string?][] = [
    ['Dialed', String(dialed)],
    ['Connected', String(connected), share],
    ['Voicemail', String(voicemail)],
    ['No answer', String(noAnswer)],
    ['Talked', talkTime(talked)],
    ['Skipped', String(skipped)],
  ]
  return (
    <dl className={classes.counts}>
      {figures.map(([name, value, beside]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {beside && <small>{beside}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ListedRow {
  row: DialRow
  mark: ReactNode
  result?: DialResult
}

function Group({ title, hint, rows }: { title: string; hint?: string; rows: readonly ListedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={classes.group}>
        {title} <span>{rows.length}</span> {hint && <small>{hint}</small>}
      </h3>
      <ul>
        {rows.map(({ row, mark, result }) => (
          <Row key={row.leadId} row={row} mark={mark} result={result} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row, mark, result, isCurrent }: ListedRow & { isCurrent?: boolean }) {
  return (
    <li
      className={classes.row}
      data-skipped={result?.kind === 'skipped' || undefined}
      aria-current={isCurrent || undefined}
    >
      <span className={classes.mark}>{mark}</span>
      <Link to={leadPath({ id: row.leadId, first_name: row.name, last_name: '' })} dir="auto">
        {row.name}
      </Link>
      <span className={classes.why}>{row.why}</span>
      <span className={classes.result}>{result && <ResultText result={result} />}</span>
    </li>
  )
}

function ResultText({ result }: { result: DialResult }) {
  if (result.kind === 'skipped')
    return (
      <>
        <IconBan size={14} stroke={1.6} aria-hidden /> <span>{result.reason}</span>
      </>
    )
  return `${outcomeLabels[result.outcome as CallOutcome] ?? 'Logged'} · ${talkTime(result.seconds)}`
}
