import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { absenceOn } from '../../distribution/rules/presence.ts'
import { absencesOf } from '../../distribution/server/queries/agents.ts'
import { rolesString } from '../../leads/rules.ts'
import { type Period, whyNotPeriod } from '../../reports/rules/period.ts'
import { scopeOf } from '../../reports/server/queries/scope.ts'
import type { businessCalls } from '../contract.ts'
import { overviewOf } from './queries/overview.ts'
import { spreadOf, untouchedLeads } from './queries/untouched.ts'
import { goalOf, writeGoal } from './queries/year.ts'

export const businessHandlers: Handlers<typeof businessCalls> = {
  async overview(ctx, { team }) {
    const { agentIds } = await scopeOf(ctx, { team })
    return overviewOf(ctx, agentIds, team === undefined)
  },

  async untouched(ctx, { from, to, team, ...paging }) {
    const question = await questionOf(ctx, { from, to }, team)
    const { data, ...page } = await untouchedLeads(ctx, question, { from, to, team, ...paging })
    return { ...page, data: data.map(({ roles, ...lead }) => ({ ...lead, roles_string: rolesString(roles) })) }
  },

  async holders(ctx, { from, to, team }) {
    const { most, ...spread } = await spreadOf(ctx, await questionOf(ctx, { from, to }, team))
    const ids = most.flatMap(({ agent }) => agent?.id ?? [])
    const absences = new Map((await absencesOf(ctx, ids)).map(({ agent_id, ...one }) => [agent_id, one]))
    const awayUntil = (agentId: number | undefined): string | null => {
      const known = agentId === undefined ? undefined : absences.get(agentId)
      const absence = known && absenceOn(known, ctx.now)
      return absence?.code === 'away' ? absence.until : null
    }
    return { ...spread, most: most.map(one => ({ ...one, away_until: awayUntil(one.agent?.id) })) }
  },

  async setGoal(ctx, { year, amount }) {
    const before = await goalOf(ctx, year)
    await writeGoal(ctx, { year, gross: amount === null ? null : amount * 100, userId: ctx.actor.user_id })
    ctx.audit({
      subject: 'business_goal',
      subject_id: year,
      before: { year, amount: before && before.gross / 100 },
      after: { year, amount },
    })
    ctx.changed('business', [], ['right:is_admin'])
    return {}
  },
}

async function questionOf(ctx: ReadContext, period: Period, team: number | undefined) {
  const wrong = whyNotPeriod(period)
  if (wrong) throw invalid(wrong)
  const { agentIds } = await scopeOf(ctx, { team })
  return { ...period, agentIds, now: ctx.now }
}
