import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { PeekKeys } from '../../features/leads/web/pieces/PeekKeys.tsx'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { type OpportunityList, rangeTitle } from '../../features/opportunities/rules/spans.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'
import { EmptyState, ErrorState } from '../../platform/ui/states.tsx'
import { type Tab, TabStrip } from '../../platform/ui/TabStrip.tsx'
import { useBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { count } from '../../platform/web/text.ts'
import { useIsWide } from '../../platform/web/viewport.ts'
import { DialOpportunities } from './DialOpportunities.tsx'
import classes from './Opportunities.module.css'
import { OpportunityCard } from './OpportunityCard.tsx'
import { OpportunityFilters } from './OpportunityFilters.tsx'
import { OpportunityRow } from './OpportunityRow.tsx'
import { type OpportunitiesState, useOpportunities } from './useOpportunities.ts'
import { useOpportunityKeys } from './useOpportunityKeys.ts'

const RangePicker = onDemand(async () => (await import('../tasks/calendar/RangePicker.tsx')).RangePicker)
const QuickText = onDemand(async () => (await import('./QuickText.tsx')).QuickText)

const names: Record<OpportunityList, string> = {
  today: 'Today',
  week: 'This Week',
  month: 'This Month',
  calendar: 'Calendar',
}

/** `/opportunities`: whom to contact now, and why. */
export function OpportunitiesScreen() {
  const screen = useOpportunities()
  const wide = useIsWide()
  const { address, rows, focused, place, moveTo } = screen
  const [texted, setTexted] = useState<Opportunity | null>(null)
  const leads = useMemo(() => rows.map(({ user }) => user), [rows])
  useBreadcrumbs([{ label: names[address.tab] }])
  useOpportunityKeys({ focused, move: screen.move, onText: setTexted })
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Opportunities</h1>
      <TabStrip
        label="Opportunities"
        tabs={tabsOf(screen)}
        active={address.tab}
        onSelect={screen.select}
        onClose={screen.closeRange}
        actions={
          wide && (
            <>
              <PickRange screen={screen} />
              <DialOpportunities screen={screen} title={`Opportunities, ${names[address.tab]}`} />
            </>
          )
        }
      />
      <OpportunityFilters
        address={address}
        lastPage={screen.lastPage}
        hiddenTotal={screen.hiddenTotal}
        onChange={screen.filter}
      />
      <Rows screen={screen} onText={setTexted} />
      <PeekKeys group="Opportunities" leads={leads} cursor={place < 0 ? null : place} moveTo={moveTo} />
      {!wide && (
        <div className={classes.phoneFoot} data-keep-clear>
          <PickRange screen={screen} />
          <DialOpportunities screen={screen} title={`Opportunities, ${names[address.tab]}`} />
        </div>
      )}
      {texted && <QuickText key={texted.id} opportunity={texted} onClose={() => setTexted(null)} />}
    </div>
  )
}

const CAP = 99
/** Counts on tabs, capped (specification, business areas §9). */
const capped = (number: number | undefined): string =>
  number === undefined ? '' : number > CAP ? `${CAP}+` : count(number)

function tabsOf({ counts, address: { range } }: OpportunitiesState): Tab<string>[] {
  return [
    ...(['today', 'week', 'month'] as const).map(id => ({ id, label: names[id], count: capped(counts?.[id]) })),
    ...(range ? [{ id: 'calendar', label: rangeTitle(range), deletable: true }] : []),
  ]
}

function PickRange({ screen: { address, now, zone, openRange } }: { screen: OpportunitiesState }) {
  const [isOpen, setIsOpen] = useState(false)
  const { range } = address
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconCalendar size={15} stroke={1.6} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Pick range
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <RangePicker
            range={range && { from: range.start, to: range.end }}
            now={now}
            zone={zone}
            onPick={({ from, to }) => {
              setIsOpen(false)
              openRange({ start: from, end: to })
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Rows({ screen, onText }: { screen: OpportunitiesState; onText(opportunity: Opportunity): void }) {
  const wide = useIsWide()
  const { list, rows, focused, now, zone, address } = screen
  const Row = wide ? OpportunityRow : OpportunityCard
  return (
    <div
      className={classes.scroller}
      role="tabpanel"
      aria-labelledby={`tab-${address.tab}`}
      aria-busy={list.isPlaceholderData || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
      tabIndex={0}
    >
      {list.error && rows.length === 0 && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()}>
          Nothing is lost.
        </ErrorState>
      )}
      {list.isPending && <Waiting />}
      {list.isSuccess && rows.length === 0 && <Nothing screen={screen} />}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="Opportunities">
          {rows.map(opportunity => (
            <Row
              key={opportunity.id}
              opportunity={opportunity}
              now={now}
              zone={zone}
              isFocused={focused?.id === opportunity.id}
              onFocus={() => screen.focus(opportunity)}
              onText={() => onText(opportunity)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const PLACES = [1, 2, 3, 4, 5, 6]

function Waiting() {
  return (
    <ul className={classes.rows} aria-label="Loading">
      {PLACES.map(place => (
        <li key={place} className={classes.row}>
          <span className={classes.bar} />
          <span className={classes.bar} />
          <span className={classes.bar} />
          <span className={classes.bar} />
        </li>
      ))}
    </ul>
  )
}

function Nothing({ screen: { address, filter, select } }: { screen: OpportunitiesState }) {
  const isFiltered = address.types.length > 0 || address.leadTypes.length > 0
  if (isFiltered)
    return (
      <EmptyState
        title="Nothing of these types"
        actions={
          <Button size="md" onClick={() => filter({ types: [], leadTypes: [], page: 1 })}>
            Show all types
          </Button>
        }
      >
        There may be opportunities of other types.
      </EmptyState>
    )
  return (
    <EmptyState
      title={address.tab === 'today' ? 'Nothing new today' : 'Nothing in these days'}
      actions={
        address.tab !== 'month' && (
          <Button size="md" variant="default" onClick={() => select('month')}>
            See this month
          </Button>
        )
      }
    >
      When a lead comes back, saves a home or asks for something, it appears here with the reason.
    </EmptyState>
  )
}
