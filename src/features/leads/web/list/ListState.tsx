import type { ReactNode } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import classes from './LeadsPage.module.css'
import type { LoadedList } from './useLeadList.ts'
import type { LeadsScreen } from './useLeadsScreen.ts'

const NoLeads = onDemand(async () => (await import('./NoLeads.tsx')).NoLeads)

interface ListStateProps {
  list: LoadedList
  isLate: boolean
  isFiltered: boolean
  cards: boolean
  screen: LeadsScreen
  onAdd(): void
}

/** What stands in place of rows, if anything does. */
export function listState(props: ListStateProps): ReactNode {
  const { list, isLate, cards } = props
  if (list.rows.length > 0) return null
  if (list.error) {
    return (
      <ErrorState error={list.error} onRetry={list.refetch}>
        Your leads are safe; only this list could not be loaded.
      </ErrorState>
    )
  }
  if (list.isWaiting) return isLate ? <WaitingRows cards={cards} /> : <span />
  return <NoLeads screen={props.screen} isFiltered={props.isFiltered} onAdd={props.onAdd} />
}

/** The grid of rows while they are on their way. */
function WaitingRows({ cards }: { cards: boolean }) {
  const rows = Array.from({ length: cards ? 8 : 18 }, (_, row) => row)
  const widths = [0, 70, 60, 80, 55, 75, 70, 80, 55, 60, 70, 60, 60]
  return (
    <div className={classes.waiting} aria-hidden="true">
      {rows.map(row =>
        cards ? (
          <div key={row} className={classes.waitingCard}>
            <i style={{ width: `${40 + ((row * 17) % 30)}%` }} />
            <i style={{ width: `${60 + ((row * 23) % 30)}%` }} />
          </div>
        ) : (
          <div key={row} className={classes.waitingRow}>
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
              <i key={column} style={{ width: `${width === 0 ? 0 : width - ((row * 7 + column * 5) % 22)}%` }} />
            ))}
          </div>
        ),
      )}
    </div>
  )
}
