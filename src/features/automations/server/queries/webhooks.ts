import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { newWebhookSecret } from '../../../../platform/server/http/receiver.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import type { Definition } from '../../contract/definition.ts'

/** A call that waits to be made. */
export interface WaitingCall {
  url: string
  /** What it is signed with; `null` when that cannot be read, as the installation has another secret now. */
  secret: string | null
  /** Tries that were made. */
  tries: number
  /** What is sent. */
  event: object
}

interface CallRow {
  definition: Definition
  secret: string | null
  tries: number
  automation_id: number
  automation_name: string
  triggered_at: string
  trigger_text: string
  lead_id: number
  first_name: string
  last_name: string
  status_value: number
  agent_id: number | null
}

/** The call of a step that still waits; `null` when it was made, skipped, or its run is over, or its automation is off. */
export async function waitingCall(ctx: QueryContext, runId: number, stepId: string): Promise<WaitingCall | null> {
  const { rows } = await sql<CallRow>`
    SELECT v.definition, a.webhook_secret AS secret, s.tries - 1 AS tries, a.id AS automation_id, a.name AS automation_name,
      r.triggered_at, r.trigger_text, r.lead_id, l.first_name, l.last_name, l.status_value, l.agent_id
    FROM automation_run_steps s JOIN automation_runs r ON r.id = s.run_id JOIN automations a ON a.id = r.automation_id
    JOIN automation_versions own ON own.id = r.version_id
    JOIN automation_versions v ON v.id = coalesce(own.superseded_by, own.id) JOIN leads l ON l.id = r.lead_id
    WHERE s.run_id = ${runId} AND s.step_id = ${stepId} AND s.state = 'waiting' AND r.state = 'waiting' AND r.step_id = ${stepId}
      AND l.deleted_at IS NULL AND a.state = 'on'`.execute(ctx.db)
  const [row] = rows
  const step = row?.definition.steps.find(({ id }) => id === stepId)
  if (!row || step?.kind !== 'webhook') return null
  const { lead_id, first_name, last_name, status_value, agent_id } = row
  return {
    url: step.url,
    secret: openSecret(ctx, row.secret),
    tries: row.tries,
    event: {
      type: 'automation.step',
      timestamp: row.triggered_at,
      data: {
        automation: { id: row.automation_id, name: row.automation_name },
        run_id: runId,
        trigger: row.trigger_text,
        lead: { id: lead_id, first_name, last_name, status_value, agent_id },
      },
    },
  }
}

/** Counts a try that was not taken, and why. */
export async function writeTry(
  { db, now }: Change,
  { run_id, step_id, tries, text }: { run_id: number; step_id: string; tries: number; text: string },
): Promise<void> {
  await sql`
    UPDATE automation_run_steps SET tries = ${tries} + 1, text = ${text}, ran_at = ${now}
    WHERE run_id = ${run_id} AND step_id = ${step_id} AND state = 'waiting'`.execute(db)
}

const secretsOf = ({ config }: Pick<QueryContext, 'config'>) => secretsFor('automation webhooks', config)

/** What the calls of an automation are signed with; `null` for none, and for one that cannot be read any more. */
export const openSecret = (ctx: Pick<QueryContext, 'config'>, sealed: string | null): string | null =>
  sealed === null ? null : secretsOf(ctx).open(sealed)

/** Gives an automation that calls webhooks what its calls are signed with, once. */
export async function ensureSecret(ctx: Change, id: number): Promise<void> {
  const sealed = secretsOf(ctx).seal(newWebhookSecret())
  await sql`
    UPDATE automations SET webhook_secret = ${sealed} WHERE id = ${id} AND webhook_secret IS NULL`.execute(ctx.db)
}

/** Calls that an automation has waiting: they were put off while it was off. */
export async function waitingCalls({ db }: QueryContext, automationId: number) {
  const { rows } = await sql<{ run_id: number; step_id: string }>`
    SELECT r.id AS run_id, s.step_id FROM automation_runs r JOIN automation_run_steps s ON s.run_id = r.id
    WHERE r.automation_id = ${automationId} AND r.state = 'waiting' AND s.state = 'waiting' AND s.kind = 'webhook'`.execute(
    db,
  )
  return rows
}
