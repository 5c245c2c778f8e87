import { Button } from '@mantine/core'
import { IconDownload, IconListNumbers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { saveFile } from '../../../../platform/web/calls/call.ts'
import { textInAddress } from '../../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { type AgentQuotaRow, type AgentQuotas, QuotaFilter } from '../../contract/agents.ts'
import { type QuotaType, quotaTypeLabel, quotaTypes } from '../../rules/quotaTypes.ts'
import { agentsQuery } from '../client.ts'
import { NeedsWidth } from '../NeedsWidth.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import classes from './AgentQuotas.module.css'
import { AgentsTable } from './AgentsTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { csvOf, shown } from './rows.ts'

const MINUTE = 60_000

/** How much of their quota each agent has left, why, and what may be changed about it. `?type=rental`, `?agent=7` is open. */
export function AgentQuotasPage() {
  const search = useSearch({ strict: false }) as { type?: unknown; agent?: unknown }
  const type: QuotaType = search.type === 'rental' ? 'rental' : 'buyer'
  const { data, error, refetch } = useQuery(agentsQuery(type))
  useBreadcrumbs([{ label: quotaTypeLabel[type] }])
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <NeedsWidth>
      <Quotas key={type} type={type} quotas={data} agentId={Number(search.agent) || null} />
    </NeedsWidth>
  )
}

const Shown = z.object({ filter: QuotaFilter.catch('all'), search: textInAddress })

interface QuotasProps {
  type: QuotaType
  quotas: AgentQuotas
  agentId: number | null
}

function Quotas({ type, quotas, agentId }: QuotasProps) {
  const now = useNow(MINUTE)
  const [{ filter, search: term }, show] = useInAddress(Shown)
  const navigate = useNavigate()
  const go = (to: { type: QuotaType; agent?: number }) =>
    void navigate({
      to: '/agent_quotas',
      search: ((before: object) => ({ ...before, agent: undefined, ...to })) as never,
      replace: true,
    })
  const rows = shown(quotas.data, { filter, term })
  const current = rows.find(row => row.agent_id === agentId) ?? rows[0] ?? null
  const open = (row: AgentQuotaRow) => go({ type, agent: row.agent_id })
  useSteps(rows, current, open)
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Agent quotas</h1>
      <div className={classes.tabs}>
        <TabStrip
          label="Types of leads"
          tabs={quotaTypes.map(id => ({ id, label: quotaTypeLabel[id], count: quotas.types[id] }))}
          active={type}
          onSelect={to => go({ type: to })}
          actions={<Actions type={type} rows={rows} />}
        />
      </div>
      <div className={classes.list}>
        <FilterBar
          filter={filter}
          counts={quotas.counts}
          term={term}
          onFilter={next => show({ filter: next })}
          onSearch={search => show({ search })}
        >
          <b>{quotas.week.used}</b> of <b>{quotas.week.of}</b> offers of this week used
        </FilterBar>
        {rows.length === 0 ? (
          <EmptyState title="No agent here">
            {quotas.data.length === 0 ? `No agent takes ${type} leads.` : 'No agent fits the search and the filter.'}
          </EmptyState>
        ) : (
          <AgentsTable rows={rows} now={now} currentId={current?.agent_id ?? null} onOpen={open} />
        )}
      </div>
      {current && <AgentPanel key={current.id} row={current} now={now} />}
    </div>
  )
}

function Actions({ type, rows }: { type: QuotaType; rows: readonly AgentQuotaRow[] }) {
  const save = () =>
    saveFile({ blob: new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name: `agent-quotas-${type}.csv` })
  return (
    <>
      <Button variant="subtle" leftSection={<IconDownload size={15} stroke={1.6} />} onClick={save}>
        Export
      </Button>
      <Button
        component={Link}
        to="/quota_rules"
        variant="default"
        leftSection={<IconListNumbers size={15} stroke={1.6} />}
      >
        Quota rules
      </Button>
    </>
  )
}

function useSteps(
  rows: readonly AgentQuotaRow[],
  current: AgentQuotaRow | null,
  onOpen: (row: AgentQuotaRow) => void,
): void {
  const step = (by: number) => {
    const next = current && rows[rows.indexOf(current) + by]
    if (!next) return
    onOpen(next)
    document.getElementById(`quota-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { keys: 'j', label: 'Next agent', group: 'Agent quotas', run: () => step(1) },
    { keys: 'k', label: 'Previous agent', group: 'Agent quotas', run: () => step(-1) },
  ])
}
