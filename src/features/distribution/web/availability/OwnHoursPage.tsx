import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { ownAvailabilityQuery } from '../client.ts'
import classes from './Availability.module.css'
import { AvailabilityForm } from './AvailabilityForm.tsx'

/** `/working-hours`: when the person takes new leads, and who stands in for them. */
export function OwnHoursPage() {
  const { data, error, refetch } = useQuery(ownAvailabilityQuery)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.own} data-fills>
      <h1>Working hours</h1>
      <AvailabilityForm key={JSON.stringify(data)} saved={data} isOwn />
    </div>
  )
}
