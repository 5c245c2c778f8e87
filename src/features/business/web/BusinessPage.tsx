import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import type { MetricName } from '../../reports/rules/metrics.ts'
import { type ReportQuestion, reportQuery } from '../../reports/web/client.ts'
import { EntriesPanel, PeriodBar, useReportAddress } from '../../reports/web/pieces.tsx'
import classes from './Business.module.css'
import { FunnelBlock } from './blocks/FunnelBlock.tsx'
import { ResponseBlock } from './blocks/ResponseBlock.tsx'
import { overviewQuery } from './client.ts'
import { CommissionBlock } from './commission/CommissionBlock.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Figures } from './Figures.tsx'
import { SourcesBlock } from './sources/SourcesBlock.tsx'
import { UntouchedPanel } from './untouched/UntouchedPanel.tsx'

/** How the business goes: six figures, what they come from, and the people behind them. */
export function BusinessPage() {
  const address = useReportAddress('/business')
  const { period, team, open, go } = address
  const asked = { ...period, ...(team === undefined ? {} : { team }) }
  const question: ReportQuestion = { name: 'response-times', ...asked }
  const responses = useQuery({ ...reportQuery(question), placeholderData: keepPreviousData })
  const overview = useQuery({ ...overviewQuery(team), placeholderData: keepPreviousData })
  useBreadcrumbs([])
  const close = () => go({ open: undefined, row: undefined })
  const show = (metric: MetricName) => go({ open: open?.metric === metric ? undefined : metric, row: undefined })
  const column = responses.data?.columns.find(({ key }) => key === open?.metric)
  return (
    <div className={classes.screen} data-fills>
      <header className={classes.head}>
        <h1>Business</h1>
        <PeriodBar address={address} report={responses.data} />
        <ExportMenu asked={asked} address={address} />
      </header>
      <Figures responses={responses} overview={overview} open={open?.metric ?? null} period={period} onOpen={show} />
      <div className={classes.content}>
        <div className={classes.body}>
          <div className={classes.blocks}>
            <CommissionBlock overview={overview} isWhole={team === undefined} />
            <ResponseBlock responses={responses} onOpen={metric => show(metric as MetricName)} />
            <SourcesBlock team={team} />
            <FunnelBlock asked={asked} />
          </div>
        </div>
        {open?.metric === 'unanswered' ? (
          <UntouchedPanel asked={asked} onClose={close} />
        ) : (
          open &&
          column &&
          responses.data && (
            <EntriesPanel
              key={open.metric}
              report={responses.data}
              column={column}
              question={question}
              open={open}
              onClose={close}
            />
          )
        )}
      </div>
    </div>
  )
}
