import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { invalid, notFound, stale } from '../../../../platform/server/errors.ts'
import type { Team } from '../../contract.ts'
import { insertTeam, setMembers, updateTeamColumns, visibleTeams } from '../queries/teams.ts'
import { agentsByIds } from '../queries/users.ts'

/** What the form of a team sends. */
interface TeamFields {
  name?: string
  lead_agent_id?: number | null
  member_ids?: number[]
}

/** The team, or the refusal that there is none to see. */
export async function requireTeam(ctx: Pick<ReadContext, 'db' | 'viewer'>, id: number): Promise<Team> {
  const [team] = await visibleTeams(ctx, id)
  if (!team) throw notFound('team')
  return team
}

/** Adds a team. */
export async function createTeam(ctx: WriteContext, fields: TeamFields & { name: string }): Promise<Team> {
  const id = await insertTeam(ctx.db, fields.name)
  return changeTeam(ctx, { ...(await requireTeam(ctx, id)), isNew: true }, fields, null)
}

/** Changes name, lead or members of a team. */
export async function changeTeam(
  ctx: WriteContext,
  { isNew, ...team }: Team & { isNew?: boolean },
  fields: TeamFields,
  version: number | null,
): Promise<Team> {
  const { name = team.name, lead_agent_id = team.lead_agent_id, member_ids } = fields
  await refuseUnknownAgents(ctx, [...(lead_agent_id ? [lead_agent_id] : []), ...(member_ids ?? [])])
  const isNewest = version === null || version === team.version
  const columns = { id: team.id, version: team.version, name, lead_agent_id }
  if (!isNewest || !(await updateTeamColumns(ctx.db, columns))) throw stale(await requireTeam(ctx, team.id))
  if (member_ids) await setMembers(ctx.db, team.id, member_ids)
  const after = await requireTeam(ctx, team.id)
  ctx.audit({ subject: 'team', subject_id: team.id, before: isNew ? null : team, after })
  ctx.changed('people', [], ['everyone'])
  return after
}

async function refuseUnknownAgents(ctx: WriteContext, ids: readonly number[]): Promise<void> {
  const known = await agentsByIds(ctx.db, ids)
  if (known.length < new Set(ids).size) throw invalid({ member_ids: ['One of the members is not an agent.'] })
}
