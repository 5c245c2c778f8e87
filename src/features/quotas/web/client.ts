import { allRows } from '../../../platform/web/calls/allRows.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type Undoable, undoable } from '../../../platform/web/calls/undoable.ts'
import { calendarDay } from '../../../platform/web/time/time.ts'
import type { AgentQuotaDetail, NewOverride } from '../contract/agents.ts'
import { quotaCalls } from '../contract/calls.ts'
import type { Ladders, QuotaWorkspace } from '../contract/ladders.ts'
import type { QuotaType } from '../rules/quotaTypes.ts'

/** The rules in force and the draft. */
export const workspaceQuery = queryOf(
  quotaCalls.workspace,
  {},
  { topics: ['quota-rules', 'quotas'], staleTime: 15_000 },
)

/** Versions that the list shows. */
const SHOWN_VERSIONS = 100

/** Published versions, the newest first. */
export const versionsQuery = queryOf(quotaCalls.versions, { perPage: SHOWN_VERSIONS }, { topics: ['quota-rules'] })

/** All agents who take a type of lead, the fullest week first. */
export const agentsQuery = (type: QuotaType) =>
  queryOf(
    quotaCalls.agents,
    { type },
    {
      topics: ['quotas', 'quota-rules', 'people'],
      staleTime: 15_000,
      async fetch({ signal }) {
        const first = await call(quotaCalls.agents, { type, perPage: 1 }, { signal })
        const rows = await allRows(window => call(quotaCalls.agents, { type, ...window }, { signal }))
        return { ...first, ...rows }
      },
    },
  )

/** One agent's quota with override, way to the next rung and history. */
export const agentQuery = (agentId: number, type: QuotaType) =>
  queryOf(
    quotaCalls.agent,
    { agentId, type },
    { topics: [{ topic: 'quotas', ids: [agentId] }, 'quota-rules'], staleTime: 15_000 },
  )

const show = (workspace: QuotaWorkspace): QuotaWorkspace => {
  queryClient.setQueryData(workspaceQuery.queryKey, workspace)
  return workspace
}

const draftVersion = (): number => queryClient.getQueryData(workspaceQuery.queryKey)?.draft?.version ?? 0

let lastSave: Promise<unknown> = Promise.resolve()

/** Changes the draft once every change before is through, also one that failed. */
function inTurn(write: () => Promise<QuotaWorkspace>): Promise<QuotaWorkspace> {
  const saved = lastSave.then(write, write)
  lastSave = saved
  const settled = () => {
    if (lastSave === saved) lastSave = Promise.resolve()
  }
  saved.then(settled, settled)
  return saved
}

/** Saves the ladders as the draft, one save after the other, each based on what the one before made of it. */
export const saveDraft = (ladders: Ladders): Promise<QuotaWorkspace> =>
  inTurn(async () =>
    show(
      await call(
        quotaCalls.saveDraft,
        { ladders: JSON.stringify(ladders) as never },
        { ifMatch: `"${draftVersion()}"` },
      ),
    ),
  )

const refetchWorkspace = (): Promise<void> => refetchCall(queryClient, quotaCalls.workspace)

/** Drops the draft, once a change of it that is being saved is saved: it would be there again otherwise. Undo has it again. */
export const discardDraft = (ladders: Ladders) =>
  undoable({
    run: () => inTurn(async () => show(await call(quotaCalls.discardDraft))),
    said: 'Draft discarded.',
    undo: () => saveDraft(ladders),
    destructive: true,
    settle: refetchWorkspace,
  })

/** Puts the draft in force as it is shown: only once a change that is still being saved is saved. Undo takes the version back. */
export const publishDraft = () =>
  undoable({
    run: async () => {
      await lastSave
      return show(await call(quotaCalls.publish))
    },
    said: ({ in_force }) => `Version ${in_force.number} is in force.`,
    undo: async ({ in_force }) => show(await call(quotaCalls.undoVersion, { id: in_force.number })),
    destructive: true,
    settle: refetchAll,
  })

/** Puts an earlier version in force again. */
export const restoreVersion = (id: number) =>
  undoable({
    run: async () => show(await call(quotaCalls.restoreVersion, { id })),
    said: ({ in_force }) => `Version ${id} is in force again, as version ${in_force.number}.`,
    undo: async ({ in_force }) => show(await call(quotaCalls.undoVersion, { id: in_force.number })),
    destructive: true,
    settle: refetchAll,
  })

const refetchAll = () => Promise.all([refetchWorkspace(), refetchCall(queryClient, quotaCalls.versions)])

/** Shows what an answer says of an agent, and fetches the list again. */
export function showDetail(detail: AgentQuotaDetail): void {
  const { agent_id, type } = detail.row
  queryClient.setQueryData(agentQuery(agent_id, type).queryKey, detail)
  void refetchCall(queryClient, quotaCalls.agents)
}

/** Ends an override before its day; Undo makes it again. */
export function endingOf({ row, override }: AgentQuotaDetail): Undoable<unknown> {
  const { agent_id: agentId, type, name } = row
  return {
    run: async () => showDetail(await call(quotaCalls.endOverride, { agentId, type })),
    said: `${name} is back on their own rung.`,
    undo: async () => override && showDetail(await call(quotaCalls.override, { agentId, ...againOf(type, override) })),
  }
}

const againOf = (type: QuotaType, override: NonNullable<AgentQuotaDetail['override']>): NewOverride => {
  const { quota_rule_id, daily, weekly, reason, until } = override
  return { type, quota_rule_id, ...(quota_rule_id === null && { daily, weekly }), reason, until }
}

/** "Nov 30", of a day without a time. */
export const dayText = (day: string): string => calendarDay(day).replace(/, \d+$/, '')
