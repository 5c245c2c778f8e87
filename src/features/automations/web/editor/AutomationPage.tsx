import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import type { Automation } from '../../contract/records.ts'
import { automationQuery } from '../client.ts'
import { Editor } from './Editor.tsx'
import { useWorkbench } from './useWorkbench.ts'

/** One automation: its flow, its rehearsal, its runs, its versions. `?view=runs` opens another of them. */
export function AutomationPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useQuery(automationQuery(Number(id)))
  useBreadcrumbs(data ? [{ label: data.name }] : [])
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Existing key={data.id} automation={data} />
}

function Existing({ automation }: { automation: Automation }) {
  const bench = useWorkbench(automation)
  return <Editor automation={automation} bench={bench} />
}
