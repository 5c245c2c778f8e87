import { z } from 'zod'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import '@mantine/charts/styles.css'
import { Button, Popover } from '@mantine/core'
import { IconCalendar, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ownZone } from '../../../../platform/web/time/ownZone.ts'
import { calendarDay, dayInSentence, isoDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { HappyHourReport } from '../../contract.ts'
import { downloadReport, reportQuery } from '../client.ts'
import { AgentTable } from './AgentTable.tsx'
import { ClaimsPanel } from './ClaimsPanel.tsx'
import { NarrowedReport, type PresetId, presets, type ReportFilters, rangeOf } from './filters.ts'
import classes from './Report.module.css'
import { ReportCharts } from './ReportCharts.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilterBar } from './ReportFilterBar.tsx'

const MINUTE = 60_000
const presetIds: readonly PresetId[] = presets.map(({ id }) => id)
const Shown = z.object({
  tab: z.enum([...presetIds, 'own']).catch('days'),
  own: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable().catch(null),
  narrowed: NarrowedReport.catch({}),
})
type TabName = z.output<typeof Shown>['tab']

/** What happy hour came to: figures, charts, and the agents one by one. */
export function ReportPage() {
  const today = isoDay(useNow(MINUTE), ownZone())
  const [{ tab, own, narrowed }, show] = useInAddress(Shown)
  const range = tab === 'own' && own ? own : rangeOf(tab === 'own' ? 'days' : tab, today)
  const filters = { ...narrowed, ...range }
  const choose = (next: { from: string; to: string } | null) => show({ own: next, tab: next ? 'own' : 'days' })
  const ownTab = own ? [{ id: 'own' as const, label: rangeText(own), deletable: true }] : []
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Happy hour report</h1>
      <TabStrip<TabName>
        label="Days"
        tabs={[...presets.map(({ id, label }) => ({ id, label })), ...ownTab]}
        active={tab}
        onSelect={next => show({ tab: next })}
        onClose={() => choose(null)}
        actions={
          <div className={classes.actions}>
            <RangeButton range={range} today={today} onChange={choose} />
            <DownloadButton filters={filters} />
          </div>
        }
      />
      <ReportFilterBar filters={narrowed} onChange={next => show({ narrowed: next })} />
      <Report key={JSON.stringify(range)} filters={filters} />
    </div>
  )
}

/** "Nov 2, 2026 - Nov 18, 2026". */
const rangeText = ({ from, to }: { from: string; to: string }): string => `${calendarDay(from)} - ${calendarDay(to)}`

interface RangeButtonProps {
  range: { from: string; to: string }
  today: string
  onChange(range: { from: string; to: string }): void
}

function RangeButton({ range, today, onChange }: RangeButtonProps) {
  const field = (kind: 'from' | 'to', label: string) => (
    <DateTimeField
      kind="date"
      prefers="past"
      size="xs"
      label={label}
      value={range[kind]}
      max={kind === 'from' ? range.to : today}
      min={kind === 'to' ? range.from : undefined}
      onChange={value => value && onChange({ ...range, [kind]: value })}
    />
  )
  return (
    <Popover position="bottom-end" withinPortal trapFocus withRoles={false}>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconCalendar size={15} stroke={1.6} />} aria-haspopup="dialog">
          Pick range
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Pick range" className={classes.range}>
        {field('from', 'From')}
        {field('to', 'To')}
      </Popover.Dropdown>
    </Popover>
  )
}

function DownloadButton({ filters }: { filters: ReportFilters }) {
  const { run, isPending } = useUndoable(() => ({ run: () => downloadReport(filters), said: () => null }))
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={15} stroke={1.6} />}
      onClick={() => run()}
    >
      Download CSV
    </Button>
  )
}

function Report({ filters }: { filters: ReportFilters }) {
  const [day, setDay] = useState<string | null>(null)
  const [agentId, setAgentId] = useState<number | null>(null)
  const whole = useQuery({ ...reportQuery(filters), placeholderData: keepPreviousData })
  const chosen = day === null ? filters : { ...filters, from: day, to: day }
  const evening = useQuery({ ...reportQuery(chosen), placeholderData: keepPreviousData })
  const { data, error, refetch } = whole
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.totals.sessions === 0) return <NoSession report={data} />
  const agents = evening.data?.agents ?? data.agents
  const agent = agents.find(line => line.agent.id === agentId)?.agent ?? null
  return (
    <div className={classes.body}>
      <ReportFigures report={data} />
      <ReportCharts report={data} day={day} onDay={setDay} />
      <AgentTable
        agents={agents}
        totals={evening.data?.totals ?? data.totals}
        day={day}
        currentId={agentId}
        onOpen={setAgentId}
        onDay={setDay}
      />
      {agent && <ClaimsPanel agent={agent} filters={{ ...chosen, agent: agent.id }} onClose={() => setAgentId(null)} />}
    </div>
  )
}

function NoSession({ report: { next } }: { report: HappyHourReport }) {
  const now = useNow(MINUTE)
  return (
    <EmptyState title="No session in these days">
      {next
        ? `The next window opens ${dayInSentence(next.start, now)} at ${timeOfDay(next.start)}.`
        : 'No happy hour is planned.'}
    </EmptyState>
  )
}
