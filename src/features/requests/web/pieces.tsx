import { useQuery } from '@tanstack/react-query'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import type { Task } from '../../tasks/contract.ts'
import type { TaskableType } from '../../tasks/rules/taskables.ts'
import type { RequestKind } from '../rules.ts'
import { requestsQuery } from './client.ts'

/** What somebody without an account can ask for. */
export const AskFor = onDemand(async () => (await import('./AskFor.tsx')).AskFor)

const RequestDetails = onDemand(async () => (await import('./RequestDetails.tsx')).RequestDetails)

const kindOf: Partial<Record<TaskableType, RequestKind>> = {
  viewing_request: 'viewing',
  offer_submission: 'offer',
  sell_request: 'sell',
}

/** What the lead of a task asked for; nothing when the task is about something else. */
export function AskedFor({ task, now, zone }: { task: Task; now: Date; zone: string }) {
  const { taskable, taskable_type, lead, completed } = task
  const kind = taskable_type === null ? undefined : kindOf[taskable_type]
  if (!kind || !taskable) return null
  const request = {
    id: taskable.id ?? 0,
    kind,
    task_id: task.id,
    is_open: !completed,
    address: taskable.name ?? '',
    listing: taskable.listing ?? null,
    times: taskable.times ?? [],
    price: taskable.price ?? null,
    move_in_date: taskable.move_in_date ?? null,
    message: taskable.message ?? '',
  }
  return (
    <PanelSection title="Asked for">
      <RequestDetails request={request} lead={lead} now={now} zone={zone} />
    </PanelSection>
  )
}

interface OpenRequestProps {
  lead: { id: number; first_name: string }
  now: Date
  zone: string
}

/** What a lead asked for last and nobody has dealt with yet; nothing when there is nothing. */
export function OpenRequest({ lead, now, zone }: OpenRequestProps) {
  const { data } = useQuery(requestsQuery(lead.id))
  const request = data?.find(({ is_open }) => is_open)
  if (!request) return null
  return (
    <PanelSection title="Asked for">
      <RequestDetails request={request} lead={lead} at={request.updated_at} now={now} zone={zone} />
    </PanelSection>
  )
}
