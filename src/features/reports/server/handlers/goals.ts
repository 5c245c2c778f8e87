import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts'
import { wallClock } from '../../../../platform/wire/days.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import { visibleTeams } from '../../../people/server/queries/teams.ts'
import type { Goal, goalCalls } from '../../contract.ts'
import { elapsedIn, type GoalMetric } from '../../rules/goals.ts'
import { wholePeriod } from '../../rules/lengths.ts'
import { metricOf } from '../../rules/metrics.ts'
import { type Period, whyNotPeriod } from '../../rules/period.ts'
import { reports } from '../../rules/reports.ts'
import { countsOf } from '../queries/counts.ts'
import { agentExists, goalsFor, goalsOf, type StoredGoal, writeGoal } from '../queries/goals.ts'
import { type Asking, scopeOf } from '../queries/scope.ts'

export const goalHandlers: Handlers<typeof goalCalls> = {
  async goals(ctx, { agent_id }) {
    await requireAgent(ctx, agent_id)
    const stored = await goalsOf(ctx, agent_id)
    const goals: Goal[] = []
    // One period after the other: a connection of its own for each would leave none for others.
    for (const [, ofPeriod] of Map.groupBy(stored, ({ period }) => period))
      goals.push(...(await withProgress(ctx, agent_id, ofPeriod)))
    return { goals, may_set: await maySet(ctx, agent_id), as_of: instantText(ctx.now) }
  },

  async progress(ctx, { length, to, team }) {
    const { from } = wholePeriod(to, length)
    const wrong = whyNotPeriod({ from, to })
    if (wrong) throw invalid(wrong)
    const { agentIds } = await scopeOf(ctx, { team })
    const known = await goalsFor(ctx, { agentIds, period: length, metrics: reports.leaderboard.columns })
    // A period that was over before the goal was set had none.
    const asked = known.filter(({ set_at }) => wallClock(set_at, region.zone).day <= to)
    const doneOf = await doneIn(ctx, { from, to }, asked)
    return { from, to, goals: asked.map(({ set_at: _, ...goal }) => ({ ...goal, done: doneOf(goal) })) }
  },

  async setGoal(ctx, { agent_id, metric, period, amount }) {
    await requireAgent(ctx, agent_id)
    if (!(await maySet(ctx, agent_id))) throw forbidden('Goals are set by administrators and team leads.')
    const before = await writeGoal(ctx, { agentId: agent_id, metric, period, amount, userId: ctx.actor.user_id })
    const goal = { metric, period }
    ctx.audit({
      subject: 'goal',
      subject_id: agent_id,
      before: { ...goal, amount: before },
      after: { ...goal, amount },
    })
    ctx.changed('goals', [agent_id], [`agent:${agent_id}`, 'right:is_admin'])
    return {}
  },
}

/** Refuses agents whose numbers the viewer does not get. */
async function requireAgent(ctx: Asking, agent: number): Promise<void> {
  await scopeOf(ctx, { agent })
  if (!(await agentExists(ctx, agent))) throw notFound('agent')
}

/** Administrators set goals of everybody, team leads those of their teams. */
async function maySet(ctx: Asking, agent: number): Promise<boolean> {
  const { rights } = ctx.viewer
  if (rights.has('is_admin') || rights.has('manage_users')) return true
  if (!rights.has('can_view_team')) return false
  const teams = await visibleTeams(ctx)
  return teams.some(({ lead, members }) => lead?.id === agent || members.some(({ id }) => id === agent))
}

interface AgentGoal {
  agent_id: number
  metric: GoalMetric
}

/** What came of goals in a period, counted as the reports count: all of them at once. */
async function doneIn(ctx: Asking, days: Period, goals: readonly AgentGoal[]): Promise<(goal: AgentGoal) => number> {
  if (goals.length === 0) return () => 0
  const { rows } = await countsOf(ctx, {
    ...days,
    agentIds: [...new Set(goals.map(({ agent_id }) => agent_id))],
    now: ctx.now,
    row: 'agent',
    steps: [days.from],
    metrics: [...new Set(goals.map(({ metric }) => metric))],
  })
  return ({ agent_id, metric }) => rows.get(String(agent_id))?.get(metric) ?? 0
}

/** Goals of one period with what came of them. */
async function withProgress(ctx: Asking, agent: number, stored: readonly StoredGoal[]): Promise<Goal[]> {
  const [first] = stored
  if (!first) return []
  const { day: today } = wallClock(ctx.now, region.zone)
  const days = wholePeriod(today, first.period)
  const ofAgent = stored.map(({ metric }) => ({ agent_id: agent, metric }))
  const doneOf = await doneIn(ctx, { from: days.from, to: today }, ofAgent)
  return stored.map(goal => {
    const { label, unit, event } = metricOf(goal.metric)
    const done = doneOf({ agent_id: agent, metric: goal.metric })
    return { ...goal, ...days, label, unit, rule: event, done, elapsed: elapsedIn(days, today) }
  })
}
