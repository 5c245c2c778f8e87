import { Button } from '@mantine/core'
import { usePrevious } from '@mantine/hooks'
import { IconDeviceTv, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Report } from '../contract.ts'
import { type ReportName, reportNames, reports } from '../rules/reports.ts'
import { downloadReport, type ReportQuestion, reportQuery } from './client.ts'
import { EntriesPanel } from './EntriesPanel.tsx'
import { OwnGoals } from './goals/OwnGoals.tsx'
import { type GoalOf, useBoardGoals } from './goals/useBoardGoals.ts'
import { PeriodBar } from './PeriodBar.tsx'
import { PhoneBoard } from './PhoneBoard.tsx'
import { ReportCharts } from './ReportCharts.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import classes from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import { RankedTable } from './ranks/RankedTable.tsx'
import { SavedReports } from './saved/SavedReports.tsx'
import { fillScreen } from './tv/fullScreen.ts'
import { type ReportAddress, useReportAddress } from './useReportAddress.ts'

const LeaderboardTv = onDemand(
  async () => (await import('./tv/LeaderboardTv.tsx')).LeaderboardTv,
  () => <Loading />,
)

/** The reports of the brokerage, one at a time: figures, a picture, and the rows that they come from. */
export function ReportsPage() {
  const address = useReportAddress()
  const wasOnTv = usePrevious(address.isOnTv) ?? false
  if (address.isOnTv) return <LeaderboardTv address={address} />
  return <ReportOnShow address={address} isBack={wasOnTv} />
}

interface ReportOnShowProps {
  address: ReportAddress
  /** Somebody has just left the TV: the focus goes back to its button. */
  isBack: boolean
}

function ReportOnShow({ address, isBack }: ReportOnShowProps) {
  const { report: name, period, team } = address
  const question: ReportQuestion = { name, ...period, ...(team === undefined ? {} : { team }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reportQuery(question),
    placeholderData: keepPreviousData,
  })
  const { run: save, isPending } = useUndoable(() => ({ run: () => downloadReport(question), said: () => null }))
  useBreadcrumbs([{ label: reports[name].title }])
  useShortcuts([{ keys: 'e', label: 'Download the report', group: 'Reports', run: () => save() }])
  useFileOfLink(address, save)
  const shown = data?.name === name ? data : undefined
  // Asked for beside the report, so that rings come with the numbers.
  const goalOf = useBoardGoals(address, shown)
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Reports</h1>
      <TabStrip<ReportName>
        label="Reports"
        tabs={reportNames.map(id => ({ id, label: reports[id].title }))}
        active={name}
        onSelect={report => address.go({ report, open: undefined, row: undefined })}
        actions={
          <>
            <SavedReports address={address} />
            {name === 'leaderboard' && <TvButton address={address} autoFocus={isBack} />}
            <Button
              variant="default"
              loading={isPending}
              leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
              aria-label="Download CSV"
              onClick={() => save()}
            >
              <span className={classes.label}>Download CSV</span>
            </Button>
          </>
        }
      />
      <PeriodBar address={address} report={shown} />
      <OwnGoals />
      {error && !shown ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown ? (
        <Shown report={shown} question={question} address={address} goalOf={goalOf} isOld={isPlaceholderData} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Puts the leaderboard on the whole screen; its address does the same on a TV. */
function TvButton({ address, autoFocus }: { address: ReportAddress; autoFocus: boolean }) {
  const show = () => {
    void fillScreen()
    address.go({ tv: true, open: undefined, row: undefined })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceTv size={15} stroke={1.6} aria-hidden />}
      aria-label="Show on a TV"
      autoFocus={autoFocus}
      onClick={show}
    >
      <span className={classes.label}>TV</span>
    </Button>
  )
}

/** The link of an e-mail saves the file at once; after that the address is that of the page. */
function useFileOfLink({ wantsFile, go }: ReportAddress, save: () => void): void {
  const begin = useEffectEvent(() => {
    go({ download: undefined })
    save()
  })
  useEffect(() => {
    if (wantsFile) begin()
  }, [wantsFile])
}

interface ShownProps {
  report: Report
  question: ReportQuestion
  address: ReportAddress
  goalOf: GoalOf | undefined
  isOld: boolean
}

const hasNumbers = ({ totals, totals_before }: Report): boolean =>
  [...totals, ...totals_before].some(value => value !== null && value !== 0)

function Shown({ report, question, address, goalOf, isOld }: ShownProps) {
  const { open, go } = address
  const isWide = useIsWide()
  const openNumber = (metric: string, row?: string) => go({ open: metric, row })
  const column = report.columns.find(({ key }) => key === open?.metric)
  if (!hasNumbers(report))
    return (
      <EmptyState
        title="Nothing in these days"
        actions={
          address.length === 'year' ? undefined : (
            <Button variant="default" onClick={() => go({ length: 'year', from: undefined, to: undefined })}>
              Look at the year
            </Button>
          )
        }
      >
        {report.rule}
      </EmptyState>
    )
  const isBoard = report.name === 'leaderboard'
  const rows = { report, open, goalOf, onOpen: openNumber }
  return (
    <div className={classes.content} aria-busy={isOld || undefined}>
      <div className={classes.body}>
        <ReportFigures
          report={report}
          current={open?.row === undefined ? (open?.metric ?? null) : null}
          onOpen={openNumber}
        />
        <ReportCharts report={report} metric={open?.metric ?? null} onOpen={openNumber} />
        {!isBoard ? (
          <ReportTable report={report} open={open} onOpen={openNumber} />
        ) : isWide ? (
          <RankedTable {...rows} question={question} today={address.today} />
        ) : (
          <PhoneBoard {...rows} />
        )}
        <p className={classes.rule}>
          {report.rule} Days are those of {report.zone.replace('_', ' ')}.
        </p>
      </div>
      {open && column && (
        <EntriesPanel
          key={`${open.metric} ${open.row ?? ''}`}
          report={report}
          column={column}
          question={question}
          open={open}
          onClose={() => go({ open: undefined, row: undefined })}
        />
      )}
    </div>
  )
}
