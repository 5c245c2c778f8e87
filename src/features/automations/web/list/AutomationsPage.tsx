import { Button, TextInput } from '@mantine/core'
import { IconSearch, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AddButton } from '../../../../platform/ui/AddButton.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import type { Automation, AutomationsSummary } from '../../contract/records.ts'
import { automationsQuery, summaryQuery } from '../client.ts'
import { type AutomationTab, automationTabs, listedOf, Narrowed } from '../rules/list.ts'
import classes from './Automations.module.css'
import { AutomationTable } from './AutomationTable.tsx'
import { NarrowMenus } from './NarrowMenus.tsx'
import { StoppedBands } from './StoppedBands.tsx'

/** The automations that the person sees, with how they went in 30 days. `?tab=off` opens another list. */
export function AutomationsPage() {
  const { data, error, refetch } = useQuery(automationsQuery)
  const { data: summary } = useQuery(summaryQuery)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Automations automations={data.data} summary={summary ?? null} />
}

interface AutomationsProps {
  automations: readonly Automation[]
  summary: AutomationsSummary | null
}

function Automations({ automations, summary }: AutomationsProps) {
  const search = useSearch({ strict: false }) as { tab?: unknown }
  const navigate = useNavigate()
  const [narrowed, setNarrowed] = useInAddress(Narrowed)
  const tab: AutomationTab = automationTabs.find(({ id }) => id === search.tab)?.id ?? 'all'
  const shown = listedOf(automations, tab, narrowed)
  const create = () => void navigate({ to: '/automations/new' })
  const amountOf = (id: AutomationTab) => automations.filter(({ state }) => id === 'all' || state === id).length
  useBreadcrumbs([], count(automations.length))
  useShortcuts([{ keys: 'n', label: 'New automation', group: 'Automations', run: create }])
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">Automations</h1>
      <TabStrip<AutomationTab>
        label="Automations"
        tabs={automationTabs.map(({ id, label }) => ({ id, label, count: amountOf(id) }))}
        active={tab}
        onSelect={id => void navigate({ to: '/automations', search: { tab: id } as never, replace: true })}
        actions={<AddButton label="New automation" keys="n" onClick={create} />}
      />
      <StoppedBands stopped={summary?.stopped_themselves ?? []} />
      {automations.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <search className={classes.bar}>
            <TextInput
              size="xs"
              type="search"
              aria-label="Find an automation"
              placeholder="Find an automation"
              leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
              value={narrowed.search}
              onChange={event => setNarrowed({ search: event.currentTarget.value })}
            />
            <NarrowMenus automations={automations} narrowed={narrowed} onChange={setNarrowed} />
            <Figures summary={summary} />
          </search>
          {shown.length === 0 ? (
            <EmptyState title="No such automation">Nothing here fits what you look for.</EmptyState>
          ) : (
            <AutomationTable automations={shown} />
          )}
        </>
      )}
    </div>
  )
}

function Nothing() {
  return (
    <EmptyState
      title="No automations yet"
      actions={
        <Button
          component={Link}
          to="/automations/new"
          size="md"
          leftSection={<IconTemplate size={15} stroke={1.6} aria-hidden />}
        >
          Start from a template
        </Button>
      }
    >
      An automation notices what happens to a lead and does what you would do: a task, a text, the next agent. You
      rehearse it before it is switched on.
    </EmptyState>
  )
}

/** "619 runs in 30 days · 59 stopped by a rule · 1 failed". */
function Figures({ summary }: { summary: AutomationsSummary | null }) {
  if (!summary) return null
  const { runs, stopped, failed } = summary.figures
  return (
    <span className={classes.figures}>
      <b>{count(runs)}</b> {runs === 1 ? 'run' : 'runs'} in 30 days
      {stopped > 0 && (
        <>
          {' · '}
          <b>{count(stopped)}</b> stopped by a rule
        </>
      )}
      {failed > 0 && (
        <>
          {' · '}
          <b data-failed="">{count(failed)}</b> failed
        </>
      )}
    </span>
  )
}
