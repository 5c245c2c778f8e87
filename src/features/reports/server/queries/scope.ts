import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { forbidden, notFound } from '../../../../platform/server/errors.ts'
import { visibleTeams } from '../../../people/server/queries/teams.ts'
import type { Report } from '../../contract.ts'
import { isMailedPage, mailedPages, type SavedName } from '../../rules/reports.ts'

/** Somebody who asks for numbers, in a call or a job. */
export type Asking = QueryContext & { viewer: Viewer }

/** Whose numbers somebody gets. */
export interface Scope {
  kind: Report['scope']
  /** `null` for everybody, and for what counts for nobody. */
  agentIds: readonly number[] | null
}

/** Administrators see everybody's numbers, team leads those of their teams, agents their own; narrowed as they ask. */
export async function scopeOf(
  ctx: Asking,
  { team, agent }: { team?: number | undefined; agent?: number | undefined },
): Promise<Scope> {
  const { rights, agent_id } = ctx.viewer
  const seesAll = rights.has('is_admin') || rights.has('manage_users')
  if (!seesAll && agent_id === null) throw forbidden('Reports are for agents, team leads and administrators.')
  const teams = seesAll || rights.has('can_view_team') ? await visibleTeams(ctx) : []
  const chosen = team === undefined ? teams : teams.filter(({ id }) => id === team)
  if (team !== undefined && chosen.length === 0) throw notFound('team')
  const members = chosen.flatMap(({ lead, members }) => [...(lead ? [lead.id] : []), ...members.map(({ id }) => id)])
  const own = agent_id === null || team !== undefined ? [] : [agent_id]
  const scope: Scope =
    seesAll && team === undefined
      ? { kind: 'everyone', agentIds: null }
      : { kind: teams.length > 0 ? 'team' : 'own', agentIds: [...new Set([...members, ...own])] }
  if (agent === undefined) return scope
  if (scope.agentIds !== null && !scope.agentIds.includes(agent)) throw notFound('agent')
  return { kind: agent === agent_id ? 'own' : scope.kind, agentIds: [agent] }
}

/** Refuses a page whose right the viewer does not have, or has no more. */
export function requireRightTo({ viewer }: Asking, name: SavedName): void {
  if (isMailedPage(name) && !viewer.rights.has(mailedPages[name].right))
    throw forbidden('This page is not open to you.')
}
