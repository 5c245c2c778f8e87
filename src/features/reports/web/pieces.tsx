import { onDemand } from '../../../platform/ui/onDemand.tsx'
import classes from './Reports.module.css'

export { FunnelChart } from './charts/FunnelChart.tsx'
export { EntriesPanel } from './EntriesPanel.tsx'
export { FigureButton } from './FigureButton.tsx'
export { PeriodBar } from './PeriodBar.tsx'
export { daysText, stepLabels } from './rules/text.ts'
export { usePageByEmail } from './saved/PageByEmail.tsx'
export { useReportAddress } from './useReportAddress.ts'

/** New leads by minutes to their first answer. */
export const ResponseHistogram = onDemand(
  async () => (await import('./charts/ResponseHistogram.tsx')).ResponseHistogram,
  () => <div className={classes.waiting} />,
)
