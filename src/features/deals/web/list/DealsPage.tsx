import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { dealPath } from '../../rules/address.ts'
import { dealsQuery } from '../client.ts'
import { dealsActions } from '../extensions.ts'
import { MatchClients } from '../pieces/MatchClients.tsx'
import { addressOf, type DealsQuestion, plainQuestion, questionOf, sorted } from '../rules/address.ts'
import { DealFigures } from './DealFigures.tsx'
import { DealsBar } from './DealsBar.tsx'
import classes from './DealsPage.module.css'
import { DealsPager } from './DealsPager.tsx'
import { DealsTable } from './DealsTable.tsx'

const Board = lazy(async () => ({ default: (await import('../board/DealsBoard.tsx')).DealsBoard }))

/** The deals that the person reaches, with their figures. The address holds page, sort and filters. */
export function DealsPage() {
  const address = useSearch({ strict: false }) as Record<string, unknown>
  const question = questionOf(address)
  const isBoard = address.view === 'board'
  const navigate = useNavigate()
  const go = (next: DealsQuestion, board = isBoard) =>
    void navigate({ to: '/deals', search: { ...addressOf(next), ...(board ? { view: 'board' } : {}) } as never })
  const { data, error, refetch, isPlaceholderData } = useQuery(dealsQuery(question))
  const [matching, setMatching] = useState<{ deal: number | null } | null>(null)
  useBreadcrumbs([], data ? count(data.total) : null)
  const current = useRowKeys(data?.data ?? [], id => setMatching({ deal: id }))
  const isFiltered = JSON.stringify(addressOf({ ...question, page: 1 })) !== JSON.stringify(addressOf(plainQuestion))
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Deals</h1>
      <DealFigures />
      <DealsBar
        question={question}
        onQuestion={go}
        isBoard={isBoard}
        onBoard={board => go(question, board)}
        actions={dealsActions.parts().map(({ id, Action }) => <Action key={id} />)}
      />
      {data && !data.validLonewolfAccount && (
        <p className={classes.account} role="status">
          The Lone Wolf account is not valid, so trade numbers are not updated. Everything else works.
        </p>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && isBoard && (
        <Suspense fallback={<Loading />}>
          <Board type={question.type} />
        </Suspense>
      )}
      {data && !isBoard && data.total === 0 && <NoDeals isFiltered={isFiltered} onReset={() => go(plainQuestion)} />}
      {data && !isBoard && data.total > 0 && (
        <>
          <DealsTable
            deals={data.data}
            sort={question.sort}
            isStale={isPlaceholderData}
            currentId={current}
            onSort={key => go(sorted(question, key))}
            onMatch={id => setMatching({ deal: id })}
          />
          <DealsPager page={data} onPage={page => go({ ...question, page })} />
        </>
      )}
      {matching && <MatchClients dealId={matching.deal} onClose={() => setMatching(null)} />}
    </div>
  )
}

function NoDeals({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState title="No deals yet">
        A deal stands here as soon as you submit it, from its first draft on.
      </EmptyState>
    )
  return (
    <EmptyState title="No deal fits" actions={<Button onClick={onReset}>Show all deals</Button>}>
      Take a filter away to see more.
    </EmptyState>
  )
}

/** `j` and `k` go through the rows, Enter opens one, `m` matches its clients. Answers the row that is meant. */
function useRowKeys(deals: readonly { id: number }[], onMatch: (id: number) => void): number | null {
  const [chosen, setChosen] = useState<number | null>(null)
  const navigate = useNavigate()
  const at = deals.findIndex(({ id }) => id === chosen)
  const step = (by: number) => {
    const next = deals[Math.min(deals.length - 1, Math.max(0, at + by))]
    if (!next) return
    setChosen(next.id)
    document.querySelector(`[data-deal="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const current = at === -1 ? null : chosen
  useShortcuts([
    { keys: 'j', label: 'Next deal', group: 'Deals', run: () => step(1) },
    { keys: 'k', label: 'Previous deal', group: 'Deals', run: () => step(-1) },
    {
      keys: 'Enter',
      label: 'Open the deal',
      group: 'Deals',
      run: () => current !== null && void navigate({ to: dealPath(current) as never }),
    },
    { keys: 'm', label: 'Match clients', group: 'Deals', run: () => current !== null && onMatch(current) },
  ])
  return current
}
