import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { AddButton } from '../../../../platform/ui/AddButton.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { EmptyState } from '../../../../platform/ui/states.tsx'
import { type Tab, TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { useViewportClass } from '../../../../platform/web/viewport.ts'
import type { LeadList } from '../../contract/filters.ts'
import { leadCountsQuery } from '../client/leads.ts'
import { useViewer } from '../client/useViewer.ts'
import type { LeadsExtensions, ListQuestion, ViewsProps } from '../extensions.ts'
import { isFiltered } from '../rules/filters.ts'
import { wireQuestion } from '../rules/questions.ts'
import { tabTitle } from '../rules/tabs.ts'
import { ColumnsButton } from '../table/ColumnsButton.tsx'
import { chosenColumns, type SwitchedColumns, useSwitchedColumns } from '../table/useSwitchedColumns.ts'
import { ExtensionsContext, useExtensions } from '../useExtensions.ts'
import { LeadsList } from './LeadsList.tsx'
import classes from './LeadsPage.module.css'
import { type LeadsScreen, useLeadsScreen } from './useLeadsScreen.ts'

const PrintList = onDemand(async () => (await import('../print/PrintList.tsx')).PrintList)
const AddLead = onDemand(async () => (await import('../form/AddLead.tsx')).AddLead)

/** The leads screen: `/leads`, and `/leads_v2` for one's own. */
export function LeadsPage({ extensions }: { extensions: LeadsExtensions }) {
  const viewer = useViewer()
  const path = useRouterState({ select: state => state.location.pathname })
  const screen = useLeadsScreen(viewer, path.startsWith('/leads_v2'))
  if (!screen) {
    return (
      <EmptyState isPage title="No lists for you here">
        Only agents and people with access to all leads see leads.
      </EmptyState>
    )
  }
  return (
    <ExtensionsContext value={extensions}>
      <Lists screen={screen} />
    </ExtensionsContext>
  )
}

function Lists({ screen }: { screen: LeadsScreen }) {
  const { Views, Above, listActions } = useExtensions()
  const [adding, setAdding] = useState(false)
  const [printing, setPrinting] = useState(false)
  const columns = useSwitchedColumns()
  const [found, setFound] = useState<Partial<Record<LeadList, string>>>({})
  const viewport = useViewportClass()
  const cards = viewport === 'small' || viewport === 'phone'
  const tabs = useTabs(screen, found)
  const active = screen.tabs.find(tab => tab.id === screen.tab)
  useBreadcrumbs(active ? [{ label: tabTitle(active, screen.searches[active.id]) }] : [], found[screen.tab] ?? null)
  useShortcuts([{ keys: 'a', label: 'Add lead', group: 'Leads', run: () => setAdding(true) }])
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Leads</h1>
      <TabStrip
        label="Lists of leads"
        tabs={tabs}
        active={screen.tab}
        onSelect={screen.openTab}
        onClose={screen.closeSearch}
        after={Views && <OpenViews Views={Views} screen={screen} columns={columns} />}
        actions={
          <>
            {listActions.map(({ id, Action }) => (
              <Action key={id} question={questionOf(screen)} isNarrow={cards} />
            ))}
            {!cards && <PrintButton onPrint={() => setPrinting(true)} />}
            {!cards && <ColumnsButton list={screen.tab} switched={columns.switched} onSwitch={columns.onSwitch} />}
            <AddButton label="Add lead" onClick={() => setAdding(true)} />
          </>
        }
      />
      {Above && <Above />}
      <LeadsList
        key={screen.tab}
        screen={screen}
        cards={cards}
        switched={columns.switched}
        onCounted={text =>
          setFound(before => (before[screen.tab] === text ? before : { ...before, [screen.tab]: text }))
        }
        onAdd={() => setAdding(true)}
      />
      {printing && active && (
        <PrintList
          title={tabTitle(active, screen.searches[active.id])}
          screen={screen}
          onDone={() => setPrinting(false)}
        />
      )}
      {adding && <AddLead opened onClose={() => setAdding(false)} onAdded={screen.reset} />}
    </div>
  )
}

/** Prints the list; the browser's own keys for it do so, too, as its own print would show the rows in view alone. */
function PrintButton({ onPrint }: { onPrint(): void }) {
  useShortcuts([{ keys: 'mod+p', label: 'Print the list', group: 'Leads', run: onPrint, whileTyping: true }])
  return (
    <Button variant="subtle" color="gray" px={6} aria-label="Print the list" title="Print the list" onClick={onPrint}>
      <IconPrinter size={15} stroke={1.6} />
    </Button>
  )
}

/** What the open tab asks of the leads. */
const questionOf = ({ tab, state, sort }: LeadsScreen): ListQuestion => ({
  list: tab,
  filters: wireQuestion(state),
  sort,
})

interface OpenViewsProps {
  screen: LeadsScreen
  columns: SwitchedColumns
  Views: ComponentType<ViewsProps>
}

/** The kept views, beside the tabs: they know what the screen shows, and show what they keep. */
function OpenViews({ screen, columns, Views }: OpenViewsProps) {
  const { state } = screen
  return (
    <Views
      question={questionOf(screen)}
      isFiltered={isFiltered(state.filters)}
      openView={state.view ?? null}
      onOpen={screen.openView}
      columns={chosenColumns(columns.switched, screen.tab)}
      onColumns={columns.showOnly}
    />
  )
}

/** The tabs with their counts; a search's count is that of its own answer. */
function useTabs(screen: LeadsScreen, found: Partial<Record<LeadList, string>>): Tab<LeadList>[] {
  const counts = useQuery(leadCountsQuery()).data?.totals
  return screen.tabs.map(tab => {
    const total = tab.id in (counts ?? {}) ? counts?.[tab.id as 'all'] : undefined
    const title = tabTitle(tab, screen.searches[tab.id])
    const text = tab.deletable
      ? found[tab.id]
      : total === undefined
        ? undefined
        : total > 10_000
          ? '10,000+'
          : count(total)
    return { id: tab.id, label: title, name: title, count: text ?? null, deletable: tab.deletable }
  })
}
