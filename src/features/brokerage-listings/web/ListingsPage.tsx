import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconList, IconMap, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { Badge, Initials, Loading } from '../../../platform/ui/pieces.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { money, priceInShort } from '../../../platform/web/money.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { count, initialsOf } from '../../../platform/web/text.ts'
import { localNow } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { HomeMap } from '../../../product/region/HomeMap.tsx'
import { homeFacts } from '../../listings/rules.ts'
import { BrokerageFilters, type BrokerageListing, type BrokerageTab } from '../contract.ts'
import { brokerageListingPath, daysOnMarket } from '../rules.ts'
import { brokerageListingsQuery } from './client.ts'
import { HomePhoto } from './HomePhoto.tsx'
import classes from './Listings.module.css'
import { StatusMark } from './StatusMark.tsx'

const tabs: readonly { id: BrokerageTab; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'coming_soon', label: 'Coming soon' },
  { id: 'active', label: 'Active' },
  { id: 'under_contract', label: 'Under contract' },
  { id: 'done', label: 'Sold or leased' },
  { id: 'mine', label: 'Mine' },
]

const TYPING_MS = 250

const Shown = z.object({ filters: BrokerageFilters.catch({ tab: 'all' }), view: z.enum(['list', 'map']).catch('list') })

/** `/brokerage-listings`: the homes of the brokerage as a list, with a map beside it. */
export function ListingsPage() {
  const [{ filters, view }, show] = useInAddress(Shown)
  const setFilters = (next: BrokerageFilters) => show({ filters: next })
  const [settled] = useDebouncedValue(filters, TYPING_MS)
  const { data, error, refetch } = useQuery(brokerageListingsQuery(settled))
  const navigate = useNavigate()
  const isWide = useIsWide()
  useBreadcrumbs([], data ? count(data.counts.all ?? 0) : null)
  useShortcuts([
    { keys: 'n', label: 'New listing', group: 'Listings', run: () => void navigate({ to: '/brokerage-listings/new' }) },
  ])
  const homes = data?.data ?? []
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Listings</h1>
      <TabStrip
        label="Listings"
        tabs={tabs.map(tab => ({ ...tab, count: data ? (data.counts[tab.id] ?? 0) : null }))}
        active={filters.tab ?? 'all'}
        onSelect={tab => setFilters({ ...filters, tab })}
        actions={
          <Button
            component={Link}
            to="/brokerage-listings/new"
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.8} />}
          >
            New listing
          </Button>
        }
      />
      <Filters filters={filters} onChange={setFilters} total={data?.total ?? null} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : homes.length === 0 ? (
        <NoHomes
          isFiltered={Object.keys(filters).length > 1 || filters.tab !== 'all'}
          onReset={() => setFilters({ tab: 'all' })}
        />
      ) : (
        <div className={classes.halves}>
          {(isWide || view === 'list') && <HomeRows homes={homes} />}
          {(isWide || view === 'map') && <HomesOnMap homes={homes} />}
        </div>
      )}
      {!isWide && homes.length > 0 && (
        <Button
          className={classes.switch}
          data-keep-clear
          size="md"
          leftSection={view === 'list' ? <IconMap size={17} stroke={1.6} /> : <IconList size={17} stroke={1.6} />}
          onClick={() => show({ view: view === 'list' ? 'map' : 'list' })}
        >
          {view === 'list' ? 'Map' : 'List'}
        </Button>
      )}
    </div>
  )
}

interface FiltersProps {
  filters: BrokerageFilters
  onChange(filters: BrokerageFilters): void
  total: number | null
}

const sorts = [
  { value: '-updated_at', label: 'Newest change' },
  { value: '-listed_on', label: 'Newest on the market' },
  { value: 'price', label: 'Price, lowest first' },
  { value: '-price', label: 'Price, highest first' },
]

function Filters({ filters, onChange, total }: FiltersProps) {
  const set = (fields: Partial<BrokerageFilters>) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...filters, ...fields }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    )
  const price = (field: 'priceFrom' | 'priceTo', label: string) => (
    <NumberInput
      className={classes.price}
      size="xs"
      aria-label={label}
      placeholder={label}
      prefix="$"
      thousandSeparator=","
      hideControls
      min={0}
      allowDecimal={false}
      value={filters[field] ?? ''}
      onChange={typed => set({ [field]: typed === '' ? undefined : Number(typed) })}
    />
  )
  return (
    <div className={classes.filters}>
      <TextInput
        size="xs"
        aria-label="Search listings"
        placeholder="Address, area or MLS number"
        leftSection={<IconSearch size={14} stroke={1.6} />}
        value={filters.search ?? ''}
        onChange={event => set({ search: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Offer"
        classNames={{ control: segments.control ?? '' }}
        data={[
          { value: '', label: 'All' },
          { value: 'sale', label: 'For sale' },
          { value: 'lease', label: 'For lease' },
        ]}
        value={filters.offer ?? ''}
        onChange={offer => set({ offer: offer === '' ? undefined : (offer as 'sale' | 'lease') })}
      />
      {price('priceFrom', 'Price from')}
      {price('priceTo', 'Price to')}
      <span className={classes.total}>
        {total === null ? '' : `${count(total)} ${total === 1 ? 'listing' : 'listings'}`}
      </span>
      <Select
        size="xs"
        aria-label="Sort"
        data={sorts}
        value={filters.sort ?? '-updated_at'}
        allowDeselect={false}
        onChange={sort => set({ sort: (sort ?? '-updated_at') as NonNullable<BrokerageFilters['sort']> })}
      />
    </div>
  )
}

function NoHomes({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  return isFiltered ? (
    <EmptyState title="No listing fits" actions={<Button onClick={onReset}>Show all</Button>}>
      Take a filter away, or look under another tab.
    </EmptyState>
  ) : (
    <EmptyState
      title="No listings yet"
      actions={
        <Button component={Link} to="/brokerage-listings/new">
          New listing
        </Button>
      }
    >
      Add the first home that the brokerage sells or leases.
    </EmptyState>
  )
}

function HomeRows({ homes }: { homes: readonly BrokerageListing[] }) {
  const today = localNow(new Date()).slice(0, 10)
  return (
    <ul className={classes.rows} aria-label="Homes">
      {homes.map(home => (
        <li key={home.id}>
          <Link className={classes.row} to="/brokerage-listings/$id" params={{ id: String(home.id) }}>
            <span className={classes.thumb}>
              <HomePhoto listing={home} alt="" sizes="114px" />
            </span>
            <span className={classes.facts}>
              <span className={classes.amount}>
                {money(home.price)}
                {home.offer === 'lease' && <small>/mo</small>} <PriceBadge home={home} />
              </span>
              <span>
                <b>{home.address}</b>
                {home.neighbourhood && `, ${home.neighbourhood}`}
              </span>
              <span>{homeFacts(home)}</span>
              <StatusMark status={home.status}>{daysText(home, today)}</StatusMark>
            </span>
            <span className={classes.agent}>
              {home.agent?.name ?? 'No agent'}
              {home.agent && <Initials text={initialsOf(...namesOf(home.agent.name))} hue="blue" size={22} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const namesOf = (name: string): [string, string] => [name, name.split(' ').at(-1) ?? '']

function daysText(home: BrokerageListing, today: string): string | null {
  const days = home.status === 'active' ? daysOnMarket(home, today) : null
  return days === null ? null : `${days} ${days === 1 ? 'day' : 'days'}`
}

/** A lower price is news, a higher one as well; neither is bad. */
export function PriceBadge({
  home: { price, price_before },
}: {
  home: Pick<BrokerageListing, 'price' | 'price_before'>
}) {
  if (price_before === null || price_before === price) return null
  const change = money(Math.abs(price - price_before))
  return <Badge hue="blue">{`Price ${price < price_before ? 'down' : 'up'} ${change}`}</Badge>
}

function HomesOnMap({ homes }: { homes: readonly BrokerageListing[] }) {
  const points = useMemo(
    () =>
      homes.flatMap(({ id, lat, lng, price, address }) =>
        lat === null || lng === null
          ? []
          : [{ lat, lng, label: priceInShort(price), title: address, href: brokerageListingPath(id) }],
      ),
    [homes],
  )
  return (
    <div className={classes.map}>
      <HomeMap isLive points={points} label="Map of the listings" height={Math.max(320, window.innerHeight - 150)} />
    </div>
  )
}
