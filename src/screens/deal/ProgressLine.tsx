import type { DealDetail } from '../../features/deals/contract.ts'
import { dealStatus, dealStatuses } from '../../features/deals/rules/kinds.ts'
import { useNow } from '../../platform/web/time/now.ts'
import { calendarDay, isoDay } from '../../platform/web/time/time.ts'
import classes from './ProgressLine.module.css'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The five parts of a deal's way, with the day of each. */
export function ProgressLine({ deal }: { deal: DealDetail }) {
  const now = useNow(HOUR)
  const isOver = deal.status === dealStatus.fellThrough
  return (
    <ol className={classes.line} aria-label="Progress">
      {dealStatuses.slice(0, 5).map(({ id, name }) => {
        const reached = deal.progress.findLast(step => step.status === id)
        const state =
          id === deal.status ? 'now' : id < deal.status && !isOver ? 'past' : reached && isOver ? 'past' : 'ahead'
        return (
          <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span>{name}</span>{' '}
            <small>{state === 'ahead' ? aheadText(deal, id, now) : reached ? shortDay(reached.at) : ''}</small>
          </li>
        )
      })}
      {isOver && (
        <li data-state="over" aria-current="step">
          <span>Fell through</span> <small>{shortDay(deal.progress.at(-1)?.at ?? deal.updated_at)}</small>
        </li>
      )}
    </ol>
  )
}

const shortDay = (instant: string) => calendarDay(isoDay(instant)).replace(/, \d+$/, '')

/** "Dec 18 · in 29 days" of a closing that is to come. */
function aheadText({ close_date, status }: DealDetail, id: number, now: Date): string {
  if (id !== dealStatus.closed || close_date === null || status === dealStatus.fellThrough) return ''
  const days = Math.round((Date.parse(close_date) - Date.parse(isoDay(now))) / DAY)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days > 0 ? `in ${days} days` : `${-days} days ago`
  return `${calendarDay(close_date).replace(/, \d+$/, '')} · ${when}`
}
