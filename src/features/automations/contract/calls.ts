import { z } from 'zod'
import { read, write } from '../../../platform/wire/call.ts'
import { Id, line, Nothing } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { actionKinds, DRY_RUN_DAYS, triggerKinds } from '../rules/definition.ts'
import { runStates } from '../rules/runs.ts'
import { DefinitionInput } from './definition.ts'
import {
  Automation,
  AutomationFields,
  AutomationState,
  AutomationsSummary,
  AutomationVersion,
  DryRun,
  Run,
  RunDetail,
  Why,
} from './records.ts'

const right = 'access_automations'
const readOnly = Object.keys(Automation.shape).filter(
  name => !(name in AutomationFields.shape) && name !== 'definition',
)

export const automationCalls = {
  list: read('automations', {
    right,
    input: PageInput.extend({
      state: AutomationState.optional(),
      search: line(100).optional(),
      trigger: z.enum(triggerKinds).optional(),
      action: z.enum(actionKinds).optional(),
    }),
    output: page(Automation),
    summary: 'The automations that the caller may see: their own, and those for everybody.',
  }),
  summary: read('automations/summary', {
    right,
    output: AutomationsSummary,
    summary: 'How many automations there are and how they went in 30 days.',
  }),
  create: write('automations', {
    right,
    input: AutomationFields.extend({ definition: DefinitionInput }),
    output: Automation,
    ignores: readOnly,
    creates: true,
    summary: 'Adds an automation as a draft.',
  }),
  get: read('automations/:id', { right, output: Automation }),
  update: write('automations/:id', {
    right,
    input: AutomationFields.partial().extend({
      definition: DefinitionInput.optional(),
      /** Runs inside go on by the new definition; otherwise by the one with which they began. */
      apply_to_running: z.boolean().optional(),
    }),
    output: Automation,
    ignores: readOnly,
    summary: 'Changes an automation. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('automations/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes an automation. Its runs end.',
  }),
  activate: write('automations/:id/activate', {
    right,
    output: Automation,
    summary: 'Switches an automation on, after a dry run of what it is now.',
  }),
  pause: write('automations/:id/pause', {
    right,
    input: z.object({
      /** `hold`, unless said: runs inside wait until it is on again. */
      inside: z.enum(['hold', 'stop']).optional(),
    }),
    output: Automation,
    summary: 'Switches an automation off, for what waits inside as well.',
  }),
  dryRun: write('automations/:id/dry-run', {
    right,
    input: z.object({
      /** A definition that is not saved yet, instead of the saved one. */
      definition: DefinitionInput.optional(),
    }),
    output: DryRun,
    perMinute: 20,
    summary: `What an automation would have done over the last ${DRY_RUN_DAYS} days. Nothing is sent.`,
  }),
  versions: read('automations/:id/versions', {
    right,
    input: PageInput,
    output: page(AutomationVersion),
    summary: 'The definitions that an automation has had, the newest first.',
  }),
  runs: read('automations/:id/runs', {
    right,
    input: PageInput.extend({ state: z.enum(runStates).optional(), lead_id: Id.optional() }),
    output: page(Run),
    summary: 'The runs of an automation on leads that the caller reaches, the newest first.',
  }),
  run: read('automations/:id/runs/:runId', {
    right,
    output: RunDetail,
    summary: 'A run, step by step.',
  }),
  retry: write('automations/:id/runs/:runId/retry', {
    right,
    output: RunDetail,
    summary: 'Tries the failed step of a run again, and only that one.',
  }),
  skip: write('automations/:id/runs/:runId/skip', {
    right,
    output: RunDetail,
    summary: 'Leaves out the step at which a run waits or failed, and goes on with the next.',
  }),
  stop: write('automations/:id/runs/:runId/stop', { right, output: RunDetail, summary: 'Ends a run.' }),
  why: read('automations/:id/leads/:leadId/why', {
    right,
    output: Why,
    summary: 'Why a lead did or did not get an automation, in words.',
  }),
}
