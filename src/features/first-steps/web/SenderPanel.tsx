import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { watchedSenderQuery } from './client.ts'
import classes from './Sender.module.css'
import { SenderRecords } from './SenderRecords.tsx'

/** The sender of the brokerage's e-mails, and whether receivers believe it. */
export function SenderPanel() {
  const { data, error, refetch } = useQuery(watchedSenderQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.panel}>
      <SenderRecords check={data} />
    </div>
  )
}
