import { Menu, NumberInput, Popover, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { AddChip, FilterChip } from '../../../../platform/ui/pieces.tsx'
import { priceInShort } from '../../../../platform/web/money.ts'
import type { AreaNode } from '../../../leads/contract/leads.ts'
import { type LeadRole, roleLabels } from '../../../leads/rules.ts'
import { areasQuery, sitesQuery } from '../../../leads/web/client/leads.ts'
import { countOf, type PoolFilters, signUpChoices } from '../rules/filters.ts'
import classes from './PoolFilterBar.module.css'

interface PoolFilterBarProps {
  filters: PoolFilters
  onChange(filters: PoolFilters): void
  /** What arrived, and how many there are. */
  children: ReactNode
}

/** What the pool is narrowed to; on phones one chip that unfolds the others. */
export function PoolFilterBar({ filters, onChange, children }: PoolFilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const set = (change: PoolFilters) => onChange({ ...filters, ...change })
  const chosen = countOf(filters)
  return (
    <search className={classes.bar} aria-label="Filters" data-open={isOpen || undefined}>
      <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconFilter size={15} stroke={1.6} aria-hidden="true" />
        {chosen === 0 ? 'Filter' : chosen === 1 ? '1 filter' : `${chosen} filters`}
      </button>
      <div className={classes.chips}>
        <DaysChip days={filters.days} onChange={days => set({ days })} />
        <AreaChip area={filters.area} onChange={area => set({ area })} />
        <TypeChip type={filters.type} onChange={type => set({ type })} />
        <PriceChip from={filters.priceFrom} to={filters.priceTo} onChange={set} />
        <SiteChip site={filters.site} onChange={site => set({ site })} />
      </div>
      <div className={classes.end}>{children}</div>
    </search>
  )
}

interface ChoiceProps {
  name: string
  value: string | null
  onRemove(): void
  children: ReactNode
}

/** Where a menu hangs. What it is to a screen reader its chip says: a part of a line may not. */
function MenuAnchor(props: ComponentProps<'span'>) {
  const own = { ...props, ...roleless, className: classes.anchor }
  return <span {...own} />
}

const roleless = { 'aria-expanded': undefined, 'aria-haspopup': undefined, 'aria-controls': undefined }

/** A chip whose value is chosen from a short list. */
function Choice({ name, value, onRemove, children }: ChoiceProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
      <Menu.Target>
        <MenuAnchor>
          {value === null ? (
            <AddChip aria-haspopup="menu" aria-expanded={opened}>
              {name}
            </AddChip>
          ) : (
            <FilterChip name={name} value={value} onRemove={onRemove} />
          )}
        </MenuAnchor>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface ChipProps<Value> {
  onChange(value: Value | undefined): void
}

function DaysChip({ days, onChange }: ChipProps<number> & { days: number | undefined }) {
  const value = signUpChoices.find(choice => choice.days === days)?.label ?? null
  return (
    <Choice name="Signed up" value={value} onRemove={() => onChange(undefined)}>
      {signUpChoices.map(choice => (
        <Menu.Item key={choice.days} onClick={() => onChange(choice.days)}>
          {choice.label.replace(/^./, first => first.toUpperCase())}
        </Menu.Item>
      ))}
    </Choice>
  )
}

const types = Object.entries(roleLabels) as [LeadRole, string][]

function TypeChip({ type, onChange }: ChipProps<LeadRole> & { type: LeadRole | undefined }) {
  return (
    <Choice name="Type" value={type ? roleLabels[type] : null} onRemove={() => onChange(undefined)}>
      {types.map(([role, label]) => (
        <Menu.Item key={role} onClick={() => onChange(role)}>
          {label}
        </Menu.Item>
      ))}
    </Choice>
  )
}

function SiteChip({ site, onChange }: ChipProps<PoolFilters['site']> & { site: PoolFilters['site'] }) {
  const { data } = useQuery(sitesQuery)
  return (
    <Choice name="Site" value={site?.name ?? null} onRemove={() => onChange(undefined)}>
      {(data ?? []).map(({ id, domain }) => (
        <Menu.Item key={id} onClick={() => onChange({ id, name: domain })}>
          {domain}
        </Menu.Item>
      ))}
    </Choice>
  )
}

interface PriceChipProps {
  from: number | undefined
  to: number | undefined
  onChange(prices: Pick<PoolFilters, 'priceFrom' | 'priceTo'>): void
}

function PriceChip({ from, to, onChange }: PriceChipProps) {
  const low = from === undefined ? '' : priceInShort(from)
  const high = to === undefined ? '' : priceInShort(to)
  const value = low && high ? `${low} to ${high}` : low ? `from ${low}` : high ? `up to ${high}` : null
  const field = (label: string, price: number | undefined, set: (price: number | undefined) => void) => (
    <NumberInput
      size="xs"
      label={label}
      value={price ?? ''}
      min={0}
      max={1_000_000_000}
      prefix="$"
      thousandSeparator=","
      hideControls
      onChange={next => set(next === '' ? undefined : Number(next))}
    />
  )
  return (
    <Popover position="bottom-start" withinPortal trapFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.anchor}>
          {value === null ? (
            <AddChip aria-haspopup="dialog">Price</AddChip>
          ) : (
            <FilterChip
              name="Price"
              value={value}
              onRemove={() => onChange({ priceFrom: undefined, priceTo: undefined })}
            />
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Filter by price" className={classes.prices}>
        {field('From', from, priceFrom => onChange({ priceFrom, priceTo: to }))}
        {field('To', to, priceTo => onChange({ priceFrom: from, priceTo }))}
      </Popover.Dropdown>
    </Popover>
  )
}

type Area = NonNullable<PoolFilters['area']>
const areasOf = (nodes: readonly AreaNode[]): Area[] =>
  nodes.flatMap(({ id, name, type, children }) => [{ area_id: id, area_type: type, name }, ...areasOf(children)])

/** Areas that are listed before somebody types. */
const SHOWN = 60

function AreaChip({ area, onChange }: ChipProps<Area> & { area: Area | undefined }) {
  const { data } = useQuery(areasQuery)
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const found = areasOf(data ?? []).filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const choose = (next: Area) => {
    onChange(next)
    setOpened(false)
    setText('')
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withinPortal trapFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.anchor}>
          {area ? (
            <FilterChip
              name="Area"
              value={area.name}
              onOpen={() => setOpened(true)}
              onRemove={() => onChange(undefined)}
            />
          ) : (
            <AddChip aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
              Area
            </AddChip>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Filter by area" p={8} w={240}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Find area"
          placeholder="Find area"
          data-autofocus
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <ul className={classes.areas}>
          {found.slice(0, SHOWN).map(one => (
            <li key={one.area_id}>
              <button type="button" onClick={() => choose(one)}>
                {one.name}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={classes.none}>No matches.</li>}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
