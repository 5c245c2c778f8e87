import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { QuotaVersion } from '../../contract/ladders.ts'
import { restoreVersion, versionsQuery } from '../client.ts'
import classes from './Changes.module.css'

/** Who published what, and the way back to each version. */
export function VersionsDialog({ inForce, onClose }: { inForce: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(versionsQuery)
  return (
    <Dialog opened onClose={onClose} title="Versions" size={600}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <p className={classes.none}>Nothing has been published yet.</p>}
      <ol className={classes.versions}>
        {data?.data.map(version => (
          <li key={version.id}>
            <Version version={version} isInForce={version.id === inForce} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Version({
  version: { id, published, restores, changes },
  isInForce,
}: {
  version: QuotaVersion
  isInForce: boolean
}) {
  return (
    <>
      <header>
        <b>Version {id}</b>
        {isInForce && <Badge hue="green">In force</Badge>}
        <small>
          {fullTime(published.at)}
          {published.by && `, ${published.by}`}
          {restores !== null && `, as version ${restores}`}
        </small>
        {!isInForce && (
          <Button size="xs" variant="default" onClick={() => void restoreVersion(id)}>
            Put in force again
          </Button>
        )}
      </header>
      <ul>
        {changes.map(change => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </>
  )
}
