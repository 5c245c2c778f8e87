import { FocusTrap, Portal } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { schemeVariables } from '../../../../platform/ui/theme/tokens.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { lookOf } from '../../../../product/brand/brands.ts'
import { site } from '../../../../product/site.ts'
import type { Report } from '../../contract.ts'
import { columnAt } from '../../rules/sentences.ts'
import { agentsOnTv, pagesOfRows } from '../../rules/tv.ts'
import { tvQuery } from '../client.ts'
import type { ReportAddress } from '../useReportAddress.ts'
import { leaveScreen, useScreenLeft } from './fullScreen.ts'
import classes from './Tv.module.css'
import { TvFigures } from './TvFigures.tsx'
import { TvHead } from './TvHead.tsx'
import { TvTable } from './TvTable.tsx'
import { useAwakeScreen } from './useAwakeScreen.ts'
import { useTurningPages } from './useTurningPages.ts'

const ROW = 64
/** The line with the names of the columns. */
const TABLE_HEAD = 44

/** The leaderboard on a screen that nobody sits at: dark and large, page after page, and with the last numbers when the network is gone. */
export function LeaderboardTv({ address }: { address: ReportAddress }) {
  const { report, isLost } = useLastReport(address)
  const { ref, height } = useElementSize()
  const rows = report ? agentsOnTv(report.rows) : []
  const pages = height === 0 ? [] : pagesOfRows(rows, Math.floor((height - TABLE_HEAD) / ROW))
  const turning = useTurningPages(pages.length)
  const { page, turn, isPaused, setPaused } = turning
  const leave = () => {
    void leaveScreen()
    address.go({ tv: undefined })
  }
  useScreenLeft(leave)
  useAwakeScreen()
  useShortcuts([
    { keys: 'ArrowRight', label: 'The next page', group: 'TV', run: () => turn(1) },
    { keys: 'ArrowLeft', label: 'The page before', group: 'TV', run: () => turn(-1) },
    { keys: 'p', label: 'Pause, or go on', group: 'TV', run: () => setPaused(!isPaused) },
    { keys: 'Escape', label: 'Leave the TV', group: 'TV', run: leave },
  ])
  return (
    <Portal>
      <FocusTrap>
        <div role="dialog" aria-modal="true" aria-label="Leaderboard on TV" className={classes.tv} style={dark}>
          <TvHead
            address={address}
            report={report}
            isLost={isLost}
            pages={pages.length}
            turning={turning}
            onLeave={leave}
          />
          {report && <TvFigures report={report} />}
          <div ref={ref} className={classes.rows} key={page}>
            {report && pages[page] && <TvTable report={report} rows={pages[page]} most={mostOf(report)} />}
            {!report && (
              <p className={classes.empty}>
                {isLost ? 'The numbers couldn’t be loaded. Trying again every minute.' : 'Loading...'}
              </p>
            )}
            {report && rows.length === 0 && <p className={classes.empty}>Nothing in these days yet.</p>}
          </div>
          {report && rows.length > 0 && rows.length < report.ranked && (
            <p className={classes.foot}>
              {count(rows.length)} of {count(report.ranked)} agents have numbers in these days
            </p>
          )}
        </div>
      </FocusTrap>
    </Portal>
  )
}

/** The colours of a dark page, whatever the others are. */
const dark = { ...schemeVariables(lookOf(site.brand), 'dark'), colorScheme: 'dark' }

function mostOf(report: Report): number {
  const place = columnAt(report, 'commission')
  return Math.max(1, ...report.rows.map(({ values }) => values[place] ?? 0))
}

/** The report, and the last one that came when no other comes: also past midnight, when the days are new ones. */
function useLastReport({ period, team }: ReportAddress) {
  const { data, isError, fetchStatus } = useQuery({
    ...tvQuery({ name: 'leaderboard', ...period, ...(team === undefined ? {} : { team }) }),
    placeholderData: keepPreviousData,
  })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  return { report: data ?? last, isLost: isError || fetchStatus === 'paused' }
}
