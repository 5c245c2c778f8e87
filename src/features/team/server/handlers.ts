import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { lastDays } from '../../../platform/wire/days.ts'
import { rolesString } from '../../leads/rules.ts'
import { visibleTeams } from '../../people/server/queries/teams.ts'
import type { TeamAgent, teamCalls } from '../contract.ts'
import { ACTIVITY_DAYS, byNeed } from '../rules.ts'
import { type AgentFigures, agentFigures, contactsByDay, type DayOfContacts, waitingLeads } from './queries.ts'

export const teamHandlers: Handlers<typeof teamCalls> = {
  async overview(ctx, { team_id }) {
    const led = await ledAgents(ctx, team_id ?? null)
    const now = new TZDate(ctx.now, ctx.viewer.zone)
    const today = startOfDay(now)
    const figures = await agentFigures(ctx, { agentIds: led.agentIds, today: new Date(today) })
    const monday = startOfISOWeek(now)
    return {
      teams: led.teams,
      is_office: led.isOffice,
      week: { from: dayOf(monday), to: dayOf(now) },
      agents: byNeed(await withContacts(ctx, figures, { now, today, monday })),
    }
  },

  async waiting(ctx, { id, ...asked }) {
    const { agentIds } = await ledAgents(ctx, null)
    if (agentIds !== null && !agentIds.includes(id)) throw notFound('agent')
    const { data, ...paging } = await waitingLeads(ctx, id, asked)
    return { ...paging, data: data.map(({ roles, ...lead }) => ({ ...lead, roles_string: rolesString(roles) })) }
  },
}

/** Whom the caller may look at: administrators everybody, a team lead their teams; `team_id` narrows it to one team. */
async function ledAgents(ctx: ReadContext, team_id: number | null) {
  const all = await visibleTeams(ctx)
  const isOffice = ctx.viewer.rights.has('is_admin') || ctx.viewer.rights.has('manage_users')
  const chosen = team_id === null ? all : all.filter(({ id }) => id === team_id)
  if (team_id !== null && chosen.length === 0) throw notFound('team')
  const members = chosen.flatMap(team => [...(team.lead ? [team.lead.id] : []), ...team.members.map(({ id }) => id)])
  return {
    isOffice,
    teams: all.map(({ id, name }) => ({ id, name })),
    /** `null`: all agents. */
    agentIds: isOffice && team_id === null ? null : [...new Set(members)],
  }
}

const dayOf = (date: Date): string => format(date, 'yyyy-MM-dd')

/** The moments that figures are counted between; in the viewer's zone. */
interface Moments {
  now: TZDate
  today: TZDate
  monday: TZDate
}

async function withContacts(ctx: ReadContext, figures: AgentFigures[], moments: Moments): Promise<TeamAgent[]> {
  const { now, today, monday } = moments
  const weekBefore = addDays(monday, -7)
  // As far back as last Monday, or as the chart goes.
  const counted = Math.max(ACTIVITY_DAYS, differenceInCalendarDays(today, weekBefore) + 1)
  const asked = lastDays(ctx.now, ctx.viewer.zone, counted)
  const shown = asked.slice(-ACTIVITY_DAYS)
  const days = await contactsByDay(ctx, {
    userIds: figures.map(({ user_id }) => user_id),
    days: asked,
    // This week is half over, so is the one that it is compared with.
    until: new Date(addDays(now, -7)),
  })
  const byPerson = Map.groupBy(days, ({ user_id }) => user_id)
  return figures.map(agent => {
    const own = byPerson.get(agent.user_id) ?? []
    const contacts = new Map(own.map(({ day, contacts: some }) => [day, some]))
    return {
      ...agent,
      calls: sum(own, ({ day, calls }) => (day >= dayOf(monday) ? calls : 0)),
      calls_before: sum(own, ({ day, calls_in_time }) =>
        day >= dayOf(weekBefore) && day < dayOf(monday) ? calls_in_time : 0,
      ),
      contacts: shown.map(day => contacts.get(day) ?? 0),
    }
  })
}

const sum = (days: readonly DayOfContacts[], of: (day: DayOfContacts) => number): number =>
  days.reduce((total, day) => total + of(day), 0)
