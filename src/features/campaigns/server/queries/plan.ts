import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { TaskType } from '../../../tasks/rules/tasks.ts'
import type { StepState } from '../../rules/instances.ts'
import { type Condition, effectiveVersion } from './instances.ts'
import type { VersionStep } from './steps.ts'

/** What planning an instance needs to know of it. */
export interface PlannedInstance extends Pick<Row<'campaign_instances'>, 'id' | 'lead_id' | 'started_at'> {
  zone: string
  steps: VersionStep[]
}

/** The newest instance that meets a condition, with the steps of its version; `null` when there is none. */
export async function plannedInstance({ db }: QueryContext, where: Condition): Promise<PlannedInstance | null> {
  const { rows } = await sql<PlannedInstance>`
    SELECT i.id, i.lead_id, i.started_at, l.zone, v.steps FROM campaign_instances i ${effectiveVersion}
    JOIN leads l ON l.id = i.lead_id WHERE ${where} ORDER BY i.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A step of an instance, whether it waits or was. */
export interface InstanceStep
  extends Pick<
    Row<'campaign_instance_steps'>,
    'step_id' | 'occurrence' | 'due_at' | 'anchor_at' | 'ran_at' | 'reason' | 'wording'
  > {
  state: StepState
  name: string
  step_type: TaskType
  position: number
  sending_state: string | null
  sending_reason: string | null
  is_done: boolean | null
}

/** The steps of an instance, the newest first. */
export async function stepsOfInstance({ db }: QueryContext, instanceId: number): Promise<InstanceStep[]> {
  const { rows } = await sql<InstanceStep>`
    SELECT r.step_id, r.occurrence, r.due_at, r.anchor_at, r.ran_at, r.reason, r.wording, r.state, st.name, st.step_type, st.position,
      s.state AS sending_state, s.reason AS sending_reason, k.completed AS is_done
    FROM campaign_instance_steps r JOIN campaign_steps st ON st.id = r.step_id
    LEFT JOIN sendings s ON s.id = r.sending_id LEFT JOIN tasks k ON k.id = r.task_id
    WHERE r.instance_id = ${instanceId} ORDER BY coalesce(r.ran_at, r.due_at) DESC, r.id DESC LIMIT 200`.execute(db)
  return rows
}
