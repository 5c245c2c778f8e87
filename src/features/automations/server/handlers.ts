import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { notFound, stale } from '../../../platform/server/errors.ts'
import type { automationCalls } from '../contract/calls.ts'
import type { Automation } from '../contract/records.ts'
import { dryRun } from './commands/dryRun.ts'
import { activate, auditedOf, changeAutomation, createAutomation, pause, requireMayChange } from './commands/edit.ts'
import { retryStep, skipStep } from './commands/finish.ts'
import { publishAutomation } from './commands/publish.ts'
import { stopRuns } from './commands/stop.ts'
import { why } from './commands/why.ts'
import {
  automationPage,
  automationsSummary,
  deleteAutomation,
  lockAutomation,
  requireAutomation,
} from './queries/automations.ts'
import { type DueRun, lockRun } from './queries/engine.ts'
import { requireRun, runPage } from './queries/runs.ts'
import { versionPage } from './queries/versions.ts'

export const automationHandlers: Handlers<typeof automationCalls> = {
  list: (ctx, input) => automationPage(ctx, input),
  summary: ctx => automationsSummary(ctx),
  get: (ctx, { id }) => requireAutomation(ctx, id),

  async create(ctx, { definition, ...fields }) {
    return requireAutomation(ctx, await createAutomation(ctx, fields, definition))
  },

  async update(ctx, { id, definition, apply_to_running: apply = false, ...fields }, { ifMatch }) {
    const before = await lockForChange(ctx, id)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(before)
    await changeAutomation(ctx, before, { fields, definition, apply })
    return requireAutomation(ctx, id)
  },

  async remove(ctx, { id }) {
    const before = await lockForChange(ctx, id)
    await stopRuns(ctx, { automation_id: id }, 'removed')
    await deleteAutomation(ctx, id)
    ctx.audit({ subject: 'automation', subject_id: id, before: auditedOf(before), after: null })
    publishAutomation(ctx, id)
    return {}
  },

  async activate(ctx, { id }) {
    await activate(ctx, await lockForChange(ctx, id))
    return requireAutomation(ctx, id)
  },

  async pause(ctx, { id, inside = 'hold' }) {
    await pause(ctx, await lockForChange(ctx, id), inside)
    return requireAutomation(ctx, id)
  },

  async dryRun(ctx, { id, definition }) {
    return dryRun(ctx, await requireAutomation(ctx, id), definition)
  },

  async versions(ctx, { id, ...asked }) {
    await requireAutomation(ctx, id)
    return versionPage(ctx, id, asked)
  },

  async runs(ctx, { id, ...asked }) {
    await requireAutomation(ctx, id)
    return runPage(ctx, id, asked)
  },

  async run(ctx, { id, runId }) {
    await requireAutomation(ctx, id)
    return requireRun(ctx, id, runId)
  },

  async retry(ctx, { id, runId }) {
    await retryStep(ctx, await lockOfAutomation(ctx, id, runId))
    ctx.audit({ subject: 'run of an automation', subject_id: runId, after: { tried_again: true } })
    return requireRun(ctx, id, runId)
  },

  async skip(ctx, { id, runId }) {
    await skipStep(ctx, await lockOfAutomation(ctx, id, runId))
    ctx.audit({ subject: 'run of an automation', subject_id: runId, after: { skipped: true } })
    return requireRun(ctx, id, runId)
  },

  async stop(ctx, { id, runId }) {
    await lockForChange(ctx, id)
    const run = await requireRun(ctx, id, runId)
    await stopRuns(ctx, { run_id: run.id }, 'by_hand')
    ctx.audit({
      subject: 'run of an automation',
      subject_id: runId,
      before: { state: run.state },
      after: { state: 'stopped' },
    })
    return requireRun(ctx, id, runId)
  },

  async why(ctx, { id, leadId }) {
    return why(ctx, await requireAutomation(ctx, id), leadId)
  },
}

/** A run of a lead that the viewer reaches, of an automation that they may change, locked. */
async function lockOfAutomation(ctx: WriteContext, id: number, runId: number): Promise<DueRun> {
  await lockForChange(ctx, id)
  await requireRun(ctx, id, runId)
  const run = await lockRun(ctx, runId)
  if (!run) throw notFound('run')
  return run
}

async function lockForChange(ctx: WriteContext, id: number): Promise<Automation> {
  const automation = await lockAutomation(ctx, id)
  requireMayChange(automation)
  return automation
}
