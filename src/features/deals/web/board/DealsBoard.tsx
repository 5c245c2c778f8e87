import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { money } from '../../../../platform/web/money.ts'
import { count } from '../../../../platform/web/text.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { Deal } from '../../contract.ts'
import { dealPath } from '../../rules/address.ts'
import { dealClientName } from '../../rules/clients.ts'
import { dealStatus, dealStatuses } from '../../rules/kinds.ts'
import { boardQuery, changeStatus } from '../client.ts'
import { CloseDeal } from '../pieces/CloseDeal.tsx'
import { DealDial } from '../pieces/DealDial.tsx'
import { DealStatusMenu } from '../pieces/DealStatusMenu.tsx'
import classes from './DealsBoard.module.css'

/** Columns of the board: deals that fell through are in the list. */
const columns = dealStatuses.slice(0, 5)

/** Deals by status; a card is moved by dragging it, or by its own menu. */
export function DealsBoard({ type }: { type: readonly number[] }) {
  const pages = useQueries({ queries: columns.map(({ id }) => boardQuery(type, id)) })
  // A card that was moved is where it was put at once, also before the column is asked for again.
  const deals = pages.flatMap(({ data }) => data?.data ?? [])
  return (
    <div className={classes.board}>
      {columns.map(({ id, name }, at) => (
        <Column
          key={id}
          status={id}
          name={name}
          deals={deals.filter(deal => deal.status === id)}
          total={pages[at]?.data?.total ?? 0}
          find={dealId => deals.find(deal => deal.id === dealId)}
        />
      ))}
    </div>
  )
}

interface ColumnProps {
  status: number
  name: string
  deals: readonly Deal[]
  total: number
  find(id: number): Deal | undefined
}

function Column({ status, name, deals, total, find }: ColumnProps) {
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const [closing, setClosing] = useState<Deal | null>(null)
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    if (!element.current) return undefined
    return dropTargetForElements({
      element: element.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const deal = latest.current(Number(source.data.deal))
        if (!deal || deal.status === status) return
        if (status === dealStatus.closed) setClosing(deal)
        else void changeStatus(deal, status)
      },
    })
  }, [status])
  const sum = deals.reduce((amount, deal) => amount + deal.net, 0)
  return (
    <section ref={element} className={classes.column} aria-label={name} data-over={isOver || undefined}>
      <header className={classes.head}>
        <DealDial status={status} /> <h2>{name}</h2> <span>{count(total)}</span>
        {total <= deals.length && <span className={classes.sum}>{money(Math.round(sum))}</span>}
      </header>
      <ul className={classes.cards}>
        {deals.map(deal => (
          <Card key={deal.id} deal={deal} />
        ))}
      </ul>
      {isOver && (
        <p className={classes.slot}>
          <DealDial status={status} /> {name}, as of today
        </p>
      )}
      {total > deals.length && <p className={classes.more}>{count(total - deals.length)} more in the list</p>}
      {closing && <CloseDeal deal={closing} title={titleOf(closing)} onClose={() => setClosing(null)} />}
    </section>
  )
}

const titleOf = (deal: Deal) => [deal.unit, deal.street].filter(Boolean).join(' – ') || 'Address not given'

function Card({ deal }: { deal: Deal }) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    return draggable({
      element: element.current,
      getInitialData: () => ({ deal: deal.id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [deal.id])
  const title = titleOf(deal)
  const [first] = deal.clients
  return (
    <li ref={element} className={classes.card} data-dragged={isDragged || undefined}>
      <Link to={dealPath(deal.id) as never} className={classes.title}>
        {title}
      </Link>
      <span className={classes.kind}>{[deal.type, deal.city].filter(Boolean).join(' · ')}</span>
      <span className={classes.line}>
        <b>
          {money(Math.round(deal.price))}
          {deal.is_lease && '/mo'}
        </b>
        <span>
          {first && dealClientName(first)}
          {deal.clients.length > 1 && ` +${deal.clients.length - 1}`}{' '}
          {deal.clients.some(one => !one.is_matched && !one.is_user_verified) && <Badge hue="amber">Match</Badge>}
        </span>
      </span>
      <span className={classes.foot}>
        <DealStatusMenu deal={deal} title={title} />
        <span>{deal.close_date && calendarDay(deal.close_date).replace(/, \d+$/, '')}</span>
        <b>{money(Math.round(deal.net))}</b>
      </span>
    </li>
  )
}
