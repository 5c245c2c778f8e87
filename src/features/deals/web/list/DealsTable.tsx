import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconFolderOpen, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Badge, Initials } from '../../../../platform/ui/pieces.tsx'
import { money } from '../../../../platform/web/money.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { Deal, DealClient, DealSort } from '../../contract.ts'
import { dealPath } from '../../rules/address.ts'
import { dealClientName } from '../../rules/clients.ts'
import type { DealSortKey } from '../../rules/kinds.ts'
import { DealStatusMenu } from '../pieces/DealStatusMenu.tsx'
import classes from './DealsTable.module.css'

interface DealsTableProps {
  deals: readonly Deal[]
  sort: DealSort
  /** The rows are those of the page before. */
  isStale: boolean
  currentId: number | null
  onSort(key: DealSortKey): void
  onMatch(id: number): void
}

/** The columns: what they are called, and what they sort by. */
const columns: readonly { label: string; key?: DealSortKey; isRight?: true }[] = [
  { label: 'Type' },
  { label: 'Property' },
  { label: 'Price', key: 'price', isRight: true },
  { label: 'Clients' },
  { label: 'Status', key: 'status_description' },
  { label: 'Closes', key: 'closed_date' },
  { label: 'Net commission', key: 'net', isRight: true },
]

/** Deals as rows of a table; as cards on a phone. */
export function DealsTable({ deals, sort, isStale, currentId, onSort, onMatch }: DealsTableProps) {
  return (
    <div className={classes.scroll} data-stale={isStale || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ label, key, isRight }) => (
              <th key={label} scope="col" data-right={isRight} aria-sort={ariaSort(sort, key)}>
                {key ? (
                  <button type="button" onClick={() => onSort(key)}>
                    {label} <SortMark sort={sort} sortKey={key} />
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deals.map(deal => (
            <DealRow key={deal.id} deal={deal} isCurrent={deal.id === currentId} onMatch={() => onMatch(deal.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ariaSort(sort: DealSort, key: DealSortKey | undefined): 'ascending' | 'descending' | undefined {
  if (key === undefined) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

function SortMark({ sort, sortKey }: { sort: DealSort; sortKey: DealSortKey }) {
  if (sort === sortKey) return <IconArrowUp size={13} stroke={1.8} aria-hidden />
  return sort === `-${sortKey}` ? <IconArrowDown size={13} stroke={1.8} aria-hidden /> : null
}

const isOpen = (client: DealClient) => !client.is_matched && !client.is_user_verified

function DealRow({ deal, isCurrent, onMatch }: { deal: Deal; isCurrent: boolean; onMatch: () => void }) {
  const title = [deal.unit, [deal.street, deal.street_direction].filter(Boolean).join(' ')].filter(Boolean).join(' – ')
  return (
    <tr className={classes.row} data-deal={deal.id} data-current={isCurrent || undefined}>
      <td className={classes.type}>{deal.type}</td>
      <th scope="row" className={classes.property}>
        <Link to={dealPath(deal.id) as never} className={classes.link}>
          {title || 'Address not given'}
        </Link>
        {deal.city && <span>, {[deal.city, deal.province, deal.postal].filter(Boolean).join(' ')}</span>}
      </th>
      <td className={classes.price} data-right>
        {money(Math.round(deal.price))}
        {deal.is_lease && <small>/mo</small>}
      </td>
      <td className={classes.clients}>
        <Clients clients={deal.clients} onMatch={onMatch} />
      </td>
      <td className={classes.status}>
        <DealStatusMenu deal={deal} title={title} />
      </td>
      <td className={classes.closes}>{deal.close_date ? calendarDay(deal.close_date) : 'No date'}</td>
      <td className={classes.net} data-right>
        {money(Math.round(deal.net))}
      </td>
      <td className={classes.menu}>
        <RowMenu deal={deal} title={title} onMatch={onMatch} />
      </td>
    </tr>
  )
}

function Clients({ clients, onMatch }: { clients: readonly DealClient[]; onMatch: () => void }) {
  const [first] = clients
  if (!first) return <span className={classes.none}>None</span>
  return (
    <span className={classes.people}>
      <Initials text={initialsOf(first.client_first_name, first.client_last_name)} hue="blue" size={20} />
      <span className={classes.name}>{dealClientName(first)}</span>
      {clients.length > 1 && (
        <span className={classes.more} title={clients.slice(1).map(dealClientName).join(', ')}>
          +{clients.length - 1}
        </span>
      )}
      {clients.some(isOpen) && (
        <button
          type="button"
          className={classes.match}
          aria-label={`Match clients of ${dealClientName(first)}’s deal`}
          onClick={onMatch}
        >
          <Badge hue="amber">Match</Badge>
        </button>
      )}
    </span>
  )
}

function RowMenu({ deal, title, onMatch }: { deal: Deal; title: string; onMatch: () => void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${title}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFolderOpen size={15} stroke={1.6} />}
          component={Link}
          to={dealPath(deal.id) as never}
        >
          Open the deal
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUserCheck size={15} stroke={1.6} />}
          disabled={deal.clients.length === 0}
          onClick={onMatch}
        >
          Match clients
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
