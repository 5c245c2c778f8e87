import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { openRecording } from '../client.ts'
import { PlayerView } from './PlayerView.tsx'

/** Opens a recording once somebody says so: each time it is watched goes into the audit log. */
export function PlayerPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { data, error, mutate, isPending } = useMutation({ mutationFn: () => openRecording(Number(id)) })
  useBreadcrumbs(data ? [{ label: data.person.name }] : [])
  if (error) return <ErrorState isPage error={error} onRetry={() => mutate()} />
  if (data) return <PlayerView viewing={data} />
  return (
    <EmptyState
      isPage
      title="Watch this recording"
      actions={
        <Button size="md" leftSection={<IconPlayerPlayFilled size={15} />} loading={isPending} onClick={() => mutate()}>
          Watch
        </Button>
      }
    >
      It shows the screen of a colleague, with everything about leads masked. That you watch it is written to the audit
      log.
    </EmptyState>
  )
}
