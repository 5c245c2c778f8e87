import { Link } from '@tanstack/react-router'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { EmptyState } from '../../../../platform/ui/states.tsx'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import { dealPath } from '../../../deals/rules/address.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import type { TrustHolding } from '../../contract.ts'
import classes from './TrustPage.module.css'

/** The deals for which money is held, the most first; that a deal is done and still holds some is said. */
export function Holdings({ holdings }: { holdings: readonly TrustHolding[] }) {
  return (
    <section className={classes.main} aria-label="Deals with money in trust">
      <header className={classes.head}>
        <h2>Held now</h2>
        <p>Money of others, by deal. What is left after a closing is paid on.</p>
      </header>
      {holdings.length === 0 ? (
        <EmptyState title="Nothing is held">Every deposit was paid on.</EmptyState>
      ) : (
        <ul className={classes.holdings}>
          {holdings.map(({ deal_id, deal, held, since, status, close_date }) => (
            <li key={deal_id}>
              <Link to={dealPath(deal_id) as never} search={{ tab: 'trust' } as never}>
                <span>
                  <b>{deal}</b>
                  <small>since {calendarDay(since)}</small>
                </span>
                <Standing status={status} close_date={close_date} />
                <b className={classes.amount}>{exact(held)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Where the deal is, as far as it matters for what is held. */
function Standing({ status, close_date }: Pick<TrustHolding, 'status' | 'close_date'>) {
  const day = close_date === null ? '' : ` ${calendarDay(close_date)}`
  if (status === dealStatus.closed) return <Badge hue="amber">Closed{day}</Badge>
  if (status === dealStatus.fellThrough) return <Badge hue="amber">Fell through</Badge>
  return day === '' ? null : <span className={classes.closes}>closes{day}</span>
}
