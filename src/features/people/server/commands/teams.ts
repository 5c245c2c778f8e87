import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { invalid, notFound, stale } from '../../../../platform/server/errors.ts'
import type { Team } from '../../contract/people.ts'
import type { PersonRights } from '../queries/sessions.ts'
import { agentRights, insertTeam, setMembers, updateTeamColumns, visibleTeams } from '../queries/teams.ts'
import { agentsByIds } from '../queries/users.ts'
import { lockOwnRights, refuseMoreReach, refuseMoreThanOwn } from './rights.ts'

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

/**
 * Changes name, lead or members of a team. A lead reaches the leads of all members, and features are switched by team:
 * nobody gives a lead more reach, or anybody more permissions, than they have.
 */
export async function changeTeam(
  ctx: WriteContext,
  { isNew, ...team }: Team & { isNew?: boolean },
  fields: TeamFields,
  version: number | null,
): Promise<Team> {
  const { name = team.name, lead_agent_id = team.lead_agent_id, member_ids } = fields
  await refuseUnknownAgents(ctx, [...(lead_agent_id ? [lead_agent_id] : []), ...(member_ids ?? [])])
  const own = await lockOwnRights(ctx)
  const affected = [team.lead_agent_id, lead_agent_id, ...team.members.map(({ id }) => id), ...(member_ids ?? [])]
  const rightsBefore = await agentRights(ctx.db, affected)
  const isNewest = version === null || version === team.version
  const columns = { id: team.id, version: team.version, name, lead_agent_id }
  if (!isNewest || !(await updateTeamColumns(ctx.db, columns))) throw stale(await requireTeam(ctx, team.id))
  if (member_ids) await setMembers(ctx.db, team.id, member_ids)
  const rightsAfter = await agentRights(ctx.db, affected)
  for (const before of rightsBefore) {
    const now = rightsAfter.find(({ user_id }) => user_id === before.user_id) ?? before
    refuseMoreReach(own, before, now)
    refuseMoreThanOwn(own, before, withoutRightOfLeads(now))
  }
  const after = await requireTeam(ctx, team.id)
  ctx.audit({ subject: 'team', subject_id: team.id, before: isNew ? null : team, after })
  ctx.changed('people', [], ['everyone'])
  return after
}

/** What leading a team gives by itself opens no more than the reach that was compared. */
const withoutRightOfLeads = (rights: PersonRights): PersonRights => ({
  ...rights,
  permissions: rights.permissions.filter(permission => permission !== 'can_view_team'),
})

async function refuseUnknownAgents(ctx: WriteContext, ids: readonly number[]): Promise<void> {
  const known = await agentsByIds(ctx.db, ids)
  if (known.length < new Set(ids).size) throw invalid({ member_ids: ['One of the members is not an agent.'] })
}
