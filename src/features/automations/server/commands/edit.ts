import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts'
import { cancelSendings } from '../../../outbound/server/commands/outcomes.ts'
import { isActiveAgent } from '../../../people/server/queries/users.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Automation, AutomationFields } from '../../contract/records.ts'
import { insertAutomation, updateAutomation, type WrittenAutomation, writeState } from '../queries/automations.ts'
import { insertVersion, isSameDefinition, latestVersion, supersedeVersions } from '../queries/versions.ts'
import { ensureSecret, waitingCalls } from '../queries/webhooks.ts'
import { publishAutomation } from './publish.ts'
import { stopRuns } from './stop.ts'
import { CALL_WEBHOOK, wake } from './wake.ts'

/** Refuses whoever may see an automation but not change it. */
export function requireMayChange({ may_change, agent_id }: Automation): void {
  if (!may_change)
    throw forbidden(
      agent_id === null
        ? 'Only an administrator can change this automation.'
        : 'Only its agent can change this automation.',
    )
}

/** The fields that are written, with the agent checked: everybody's leads are an administrator's to say. */
async function writtenFields(
  ctx: WriteContext,
  { name, description, agent_id }: Partial<AutomationFields>,
): Promise<Partial<WrittenAutomation>> {
  const isAdmin = ctx.viewer.rights.has('is_admin')
  if (agent_id === null && !isAdmin) throw forbidden('Only an administrator can add an automation for everybody.')
  if (agent_id != null) {
    if (!isAdmin && !ctx.viewer.reach.includes(agent_id))
      throw forbidden('You can add automations for your own leads only.')
    if (!(await isActiveAgent(ctx, agent_id))) throw invalid({ agent_id: ['This agent does not exist.'] })
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(agent_id === undefined ? {} : { agent_id }),
  }
}

/** Adds an automation as a draft; answers its id. */
export async function createAutomation(
  ctx: WriteContext,
  { name, description = '', agent_id = ctx.viewer.agent_id }: AutomationFields,
  definition: Definition,
): Promise<number> {
  const fields = await writtenFields(ctx, { name, description, agent_id })
  const id = await insertAutomation(ctx, { name, description, agent_id, ...fields })
  await insertVersion(ctx, id, definition)
  if (callsWebhook(definition)) await ensureSecret(ctx, id)
  ctx.audit({ subject: 'automation', subject_id: id, before: null, after: { name, description, agent_id, definition } })
  publishAutomation(ctx, id)
  return id
}

const callsWebhook = ({ steps }: Definition): boolean => steps.some(({ kind }) => kind === 'webhook')

interface Edit {
  fields: Partial<AutomationFields>
  definition: Definition | undefined
  /** Runs inside go on by what is saved now. */
  apply: boolean
}

/** Changes an automation. What is saved anew is a version of its own, where it says something else. */
export async function changeAutomation(ctx: WriteContext, before: Automation, { fields, definition, apply }: Edit) {
  const { id } = before
  const written = await writtenFields(ctx, fields)
  const latest = await latestVersion(ctx, id)
  const isChanged = definition !== undefined && !isSameDefinition(definition, latest.definition)
  const current = isChanged ? await insertVersion(ctx, id, definition) : latest.id
  if (definition && callsWebhook(definition)) await ensureSecret(ctx, id)
  if (apply) {
    await supersedeVersions(ctx, id, current)
    await wake(ctx)
  }
  // What only the clock brings about is looked for from now on: the days before were another trigger's.
  if (isChanged && before.state === 'on') await writeState(ctx, id, { state: 'on' })
  await updateAutomation(ctx, id, written)
  ctx.audit({
    subject: 'automation',
    subject_id: id,
    before: auditedOf(before),
    after: { ...written, ...(isChanged ? { definition } : {}), ...(apply ? { applied_to_running: true } : {}) },
  })
  publishAutomation(ctx, id)
}

/** Switches an automation on, after a dry run of what it is now. */
export async function activate(ctx: Change, automation: Automation): Promise<void> {
  const [problem] = automation.problems
  if (problem) throw conflict(problem)
  if (automation.needs_dry_run) throw conflict('Do a dry run of this automation first, to see what it would do.')
  if (automation.state === 'on') return
  await writeState(ctx, automation.id, { state: 'on' })
  ctx.audit({
    subject: 'automation',
    subject_id: automation.id,
    before: { state: automation.state },
    after: { state: 'on' },
  })
  publishAutomation(ctx, automation.id)
  for (const call of await waitingCalls(ctx, automation.id)) await ctx.enqueue(CALL_WEBHOOK, call)
  await wake(ctx)
}

/**
 * Switches an automation off, for what waits inside as well: it waits until it is on again, or ends now. Messages that were asked for
 * and have not left are cancelled.
 */
export async function pause(ctx: Change, { id, state }: Automation, inside: 'hold' | 'stop'): Promise<void> {
  if (state === 'on') await writeState(ctx, id, { state: 'off' })
  await cancelSendings(ctx, { batch: `automation:${id}`, reason: 'The automation was switched off.' })
  if (inside === 'stop') await stopRuns(ctx, { automation_id: id }, 'switched_off')
  ctx.audit({ subject: 'automation', subject_id: id, before: { state }, after: { state: 'off', inside } })
  publishAutomation(ctx, id)
}

/** What the audit log says of an automation. */
export const auditedOf = ({ name, description, agent_id, state, definition }: Automation) => ({
  name,
  description,
  agent_id,
  state,
  definition,
})
