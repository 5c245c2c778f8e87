import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { exact, inCents } from '../../../commission/rules/cents.ts'
import { monthName } from '../../../commission/rules/months.ts'
import type { MonthEntry, TrustMonthDetail } from '../../contract.ts'
import { entriesQuery, monthQuery, saveMonth } from '../client.ts'
import { BankCard } from './BankCard.tsx'
import { MonthEntries } from './MonthEntries.tsx'
import classes from './TrustPage.module.css'

/** A month of the ledger: its entries, and the bank's balance that they have to agree with. */
export function MonthPanel({ month }: { month: string }) {
  const detail = useQuery(monthQuery(month))
  const entries = useQuery(entriesQuery(month))
  const error = detail.error ?? entries.error
  if (error && !(detail.data && entries.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([detail.refetch(), entries.refetch()])} />
  if (!detail.data || !entries.data) return <Loading />
  // What somebody else did with the month begins the form anew.
  const said = `${detail.data.state} ${detail.data.balanced?.at ?? ''}`
  return <Month key={said} detail={detail.data} entries={entries.data.data} />
}

function Month({ detail, entries }: { detail: TrustMonthDetail; entries: readonly MonthEntry[] }) {
  const [outstanding, setOutstanding] = useState<ReadonlySet<number>>(new Set(detail.outstanding))
  const name = monthName(detail.month.slice(0, 7))
  const mayChoose = detail.state === 'open' && detail.waits_for === null
  const open = entries.filter(({ id }) => outstanding.has(id))
  const toggle = (id: number) =>
    setOutstanding(before => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <section className={`${classes.main} ${classes.month}`} aria-label={name}>
      <header className={classes.head}>
        <Link to="/trust" className={classes.back} aria-label="All months">
          <IconArrowLeft size={18} stroke={1.6} />
        </Link>
        <div>
          <h2>{name}</h2>
          <p>{sentenceOfState(detail)}</p>
        </div>
        <SaveMonth month={detail.month} />
      </header>
      <dl className={classes.strip}>
        {(
          [
            ['At the beginning', detail.opening],
            ['Came in', detail.received],
            ['Went out', detail.paid],
            ['At the end', detail.closing],
          ] as const
        ).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{exact(amount)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.columns}>
        <MonthEntries
          entries={entries}
          outstanding={outstanding}
          onToggle={mayChoose ? toggle : null}
          isKnown={detail.state !== 'open' || mayChoose}
        />
        <BankCard
          detail={detail}
          outstanding={{
            ids: open.map(({ id }) => id),
            cents: open.reduce((sum, { amount }) => sum + inCents(amount), 0),
          }}
        />
      </div>
    </section>
  )
}

function sentenceOfState({ state, balanced, closed, waits_for, is_outdated }: TrustMonthDetail): string {
  const said = (what: string, step: typeof balanced) =>
    step ? `${what}${step.by ? ` by ${step.by}` : ''} on ${calendarDay(step.at.slice(0, 10))}` : ''
  if (state === 'closed') return [said('Balanced', balanced), said('closed', closed)].filter(Boolean).join(', ')
  if (is_outdated) return 'The ledger changed after it was balanced: it has to be balanced again.'
  if (state === 'balanced') return `${said('Balanced', balanced)}. A second person closes it.`
  return waits_for ?? 'Balance it with the bank statement; a second person closes it.'
}

function SaveMonth({ month }: { month: string }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => saveMonth(month) })
  return (
    <div className={classes.file}>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={15} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        CSV
      </Button>
    </div>
  )
}
