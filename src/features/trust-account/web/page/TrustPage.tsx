import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { exact } from '../../../commission/rules/cents.ts'
import { monthName } from '../../../commission/rules/months.ts'
import type { TrustHolding, TrustMonth } from '../../contract.ts'
import type { MonthState } from '../../rules/kinds.ts'
import { holdingsQuery, monthsQuery } from '../client.ts'
import { Holdings } from './Holdings.tsx'
import { MonthPanel } from './MonthPanel.tsx'
import classes from './TrustPage.module.css'

/** Months as the list marks them. */
const stateMarks: Readonly<Record<MonthState, { label: string; hue?: Hue }>> = {
  open: { label: 'Open' },
  balanced: { label: 'Balanced', hue: 'amber' },
  closed: { label: 'Closed', hue: 'green' },
}

/** The trust account: for which deals money is held, and its months. `?month=2026-10-01` is open. */
export function TrustPage() {
  const { month: asked } = useSearch({ strict: false }) as { month?: unknown }
  const months = useQuery(monthsQuery)
  const held = useQuery(holdingsQuery)
  useBreadcrumbs([])
  const error = months.error ?? held.error
  if (error && !(months.data && held.data))
    return <ErrorState isPage error={error} onRetry={() => void Promise.all([months.refetch(), held.refetch()])} />
  if (!months.data || !held.data) return <Loading />
  const all = months.data.data
  if (all.length === 0)
    return (
      <EmptyState isPage title="Nothing in trust yet">
        The first deposit is written down on the page of its deal, under Trust.
      </EmptyState>
    )
  const current = all.find(({ month }) => month === asked) ?? null
  return (
    <div className={classes.screen} data-open={current !== null || undefined} data-fills>
      <h1 className="visually-hidden">Trust account</h1>
      <Months months={all} holdings={held.data.data} current={current} />
      {current ? <MonthPanel key={current.month} month={current.month} /> : <Holdings holdings={held.data.data} />}
    </div>
  )
}

interface MonthsProps {
  months: readonly TrustMonth[]
  holdings: readonly TrustHolding[]
  current: TrustMonth | null
}

function Months({ months, holdings, current }: MonthsProps) {
  const navigate = useNavigate()
  const open = (month: string | null) =>
    void navigate({ to: '/trust', search: (month === null ? {} : { month }) as never, replace: current !== null })
  const sum = holdings.reduce((all, { held }) => all + Math.round(held * 100), 0)
  return (
    <section className={classes.list} aria-label="Months">
      <ul>
        <li>
          <button type="button" aria-current={current === null || undefined} onClick={() => open(null)}>
            <span>
              <b>{exact(sum / 100)}</b>
              <small>
                held now for {holdings.length} {holdings.length === 1 ? 'deal' : 'deals'}
              </small>
            </span>
          </button>
        </li>
        {months.map(({ month, closing, state }) => (
          <li key={month}>
            <button type="button" aria-current={month === current?.month || undefined} onClick={() => open(month)}>
              <span>
                <b>{monthName(month.slice(0, 7))}</b>
                <small>{exact(closing)} at its end</small>
              </span>
              <Badge hue={stateMarks[state].hue}>{stateMarks[state].label}</Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
