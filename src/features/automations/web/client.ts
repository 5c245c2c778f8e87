import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { automationCalls } from '../contract/calls.ts'
import type { Definition } from '../contract/definition.ts'
import type { Automation } from '../contract/records.ts'
import type { RunState } from '../rules/runs.ts'

/** Automations that one list shows: more than a brokerage has. */
const ALL = 200

/** The automations that the person sees. */
export const automationsQuery = queryOf(
  automationCalls.list,
  { perPage: ALL },
  { topics: ['automations', 'automation-runs'], staleTime: 15_000 },
)

/** How many there are, how they went, and which of them stopped by themselves. */
export const summaryQuery = queryOf(
  automationCalls.summary,
  {},
  { topics: ['automations', 'automation-runs'], staleTime: 15_000 },
)

/** One automation with its definition. */
export const automationQuery = (id: number) =>
  queryOf(
    automationCalls.get,
    { id },
    {
      topics: [
        { topic: 'automations', ids: [id] },
        { topic: 'automation-runs', ids: [id] },
      ],
      staleTime: 15_000,
    },
  )

/** The definitions that it has had. */
export const versionsQuery = (id: number) =>
  queryOf(automationCalls.versions, { id, perPage: 100 }, { topics: [{ topic: 'automations', ids: [id] }] })

/** Its runs, page after page; they change while one looks. */
export const runsQuery = (id: number, state: RunState | null) =>
  pagesOf(
    automationCalls.runs,
    { id, ...(state === null ? {} : { state }) },
    { topics: [{ topic: 'automation-runs', ids: [id] }] },
  )

/** One run, step by step. */
export const runQuery = (id: number, runId: number) =>
  queryOf(automationCalls.run, { id, runId }, { topics: [{ topic: 'automation-runs', ids: [id] }], staleTime: 5000 })

/** Why a lead did or did not get it. */
export const whyQuery = (id: number, leadId: number) =>
  queryOf(
    automationCalls.why,
    { id, leadId },
    {
      topics: [
        { topic: 'automation-runs', ids: [id] },
        { topic: 'automations', ids: [id] },
        { topic: 'leads', ids: [leadId] },
      ],
      staleTime: 5000,
    },
  )

const refetchOne = (id: number): Promise<void> => invalidateTopic(queryClient, 'automations', [id])
const refetchRuns = (id: number): Promise<void> => invalidateTopic(queryClient, 'automation-runs', [id])

/** Shows an automation as an answer has it. */
export function showSaved(automation: Automation): Automation {
  queryClient.setQueryData(automationQuery(automation.id).queryKey, automation)
  void refetchOne(automation.id)
  return automation
}

/** Definitions are trees of fields that may be empty: they travel as JSON. */
export const asJson = { isJson: true } as const

export const createAutomation = async (fields: { name: string; description: string; definition: Definition }) =>
  showSaved(await call(automationCalls.create, fields, asJson))

/** Saves what was changed of an automation; refused when somebody else changed it first. */
export const updateAutomation = async (
  { id, version }: Automation,
  fields: { name: string; description: string; definition: Definition },
  apply_to_running: boolean,
) =>
  showSaved(
    await call(automationCalls.update, { ...fields, id, apply_to_running }, { ...asJson, ifMatch: `"${version}"` }),
  )

export const activateAutomation = async (id: number) => showSaved(await call(automationCalls.activate, { id }))

export const pauseAutomation = async (id: number, inside: 'hold' | 'stop') =>
  showSaved(await call(automationCalls.pause, { id, inside }))

export async function removeAutomation(id: number): Promise<void> {
  await call(automationCalls.remove, { id })
  await invalidateTopic(queryClient, 'automations', [])
}

/** Rehearses the saved definition, or one that is not saved yet. */
export async function dryRun(id: number, unsaved: Definition | null) {
  const result = await call(automationCalls.dryRun, { id, ...(unsaved && { definition: unsaved }) }, asJson)
  if (!unsaved) await refetchOne(id)
  return result
}

const onRun = (act: 'retry' | 'skip' | 'stop') => async (id: number, runId: number) => {
  const run = await call(automationCalls[act], { id, runId })
  queryClient.setQueryData(runQuery(id, runId).queryKey, run)
  await refetchRuns(id)
  return run
}

/** Tries the failed step of a run again. */
export const retryRun = onRun('retry')
/** Leaves out the step at which a run stands. */
export const skipStep = onRun('skip')
/** Ends a run. */
export const stopRun = onRun('stop')
