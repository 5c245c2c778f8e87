import type { Change } from '../../../platform/server/context.ts'
import { leadAgentsChanged, leadMergeUndone, leadsMerged, partsOfLead, workOfAgent } from '../../leads/events.ts'
import { fullName, leadPagePath } from '../../leads/rules.ts'
import { userParts } from '../../people/events.ts'
import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { isRequest } from '../rules/taskables.ts'
import { taskTypeLabels } from '../rules/tasks.ts'
import { publishTasks } from './commands/tasks.ts'
import { remindNow } from './jobs.ts'
import { foundTasks, taskCounts } from './queries/lists.ts'
import { openTasksOf, tasksOfLead } from './queries/tasks.ts'
import { countOpenTasks, followLeads } from './queries/writes.ts'

/** Tasks that a lead carries itself. */
const CARRIED = 200

/** Open tasks go with their lead, and are counted where they are. */
export function followLeadsWithTasks(): void {
  leadAgentsChanged.on((ctx, { leads }) =>
    follow(
      ctx,
      leads.map(lead => lead.id),
    ),
  )
  for (const event of [leadsMerged, leadMergeUndone])
    event.on(async (ctx, { id, merged_id }) => {
      await follow(ctx, [id, merged_id])
      await countOpenTasks(ctx, [id, merged_id])
    })
}

async function follow(ctx: Change, leadIds: readonly number[]): Promise<void> {
  const moved = await followLeads(ctx, leadIds)
  if (moved.length === 0) return
  await publishTasks(ctx, [
    ...moved.map(task => ({ ...task, agent_id: task.before })),
    ...moved.map(task => ({ ...task, agent_id: task.after })),
  ])
  // Whoever gets leads that ask for something is notified as if it were asked now; many at once are seen in their list.
  const asked = moved.filter(task => isRequest(task.taskable_type))
  if (asked.length <= MAX_REMINDED) for (const { id, after } of asked) await remindNow(ctx, { id, agent_id: after })
}

const MAX_REMINDED = 10

/** Puts the tasks beside a lead, and how many wait beside the signed-in agent. */
export function contributeTasks(): void {
  partsOfLead.from(async (ctx, { id }) => ({ tasks: [...(await tasksOfLead(ctx, id, CARRIED))] }))
  workOfAgent.from(async (ctx, { agent_id }) => ({ open_tasks: await openTasksOf(ctx, agent_id) }))
  userParts.from(async (ctx, { agent_id }) => {
    if (agent_id === null) return {}
    const { today, overdue } = await taskCounts(ctx)
    return { tasksCount: today + overdue }
  })
}

/** Puts open tasks into what the palette finds. */
export function contributeTasksToSearch(): void {
  searchResults.from(async (ctx, { q }) => {
    if (q.trim().length < SHORTEST_SEARCH || !ctx.viewer.rights.has('view_leads')) return {}
    const tasks = await foundTasks(ctx, q.trim(), MAX_FOUND)
    return {
      tasks: tasks.map(({ id, subject, task_type, lead }) => ({
        id,
        title: subject,
        detail: `${taskTypeLabels[task_type]} · ${fullName(lead)}`,
        path: leadPagePath(lead),
      })),
    }
  })
}

const SHORTEST_SEARCH = 3
