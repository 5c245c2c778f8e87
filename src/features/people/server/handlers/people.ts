import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { peopleCalls, sessionCalls } from '../../contract/people.ts'
import { permissionNames, roleNames } from '../../rules.ts'
import { inviteAgain } from '../commands/invitations.ts'
import { changeRolePermission } from '../commands/rights.ts'
import { changeTeam, createTeam, requireTeam } from '../commands/teams.ts'
import { createUser, requireUser, updateUser } from '../commands/users.ts'
import { visibleTeams } from '../queries/teams.ts'
import { listAgents, listUsers, rolePermissions } from '../queries/users.ts'
import { sessionHandlers } from './session.ts'

const officeHandlers: Handlers<Omit<typeof peopleCalls, keyof typeof sessionCalls>> = {
  users: (ctx, filters) => listUsers(ctx, filters),
  user: (ctx, { id }) => requireUser(ctx, id),
  createUser: (ctx, fields) => createUser(ctx, fields),
  updateUser: async (ctx, { id, ...fields }, { ifMatch }) =>
    updateUser(ctx, await requireUser(ctx, id), fields, ifMatch),
  async inviteUser(ctx, { id }) {
    await inviteAgain(ctx, await requireUser(ctx, id))
    return requireUser(ctx, id)
  },
  agents: (ctx, filters) => listAgents(ctx, filters),

  async rolePermissions(ctx) {
    return { roles: [...roleNames], permissions: [...permissionNames], granted: await rolePermissions(ctx.db) }
  },

  async setRolePermission(ctx, change) {
    await changeRolePermission(ctx, change)
    return {}
  },

  teams: async (ctx, asked) => pageOfWhole(await visibleTeams(ctx), { asked }),
  team: (ctx, { id }) => requireTeam(ctx, id),
  createTeam: (ctx, fields) => createTeam(ctx, fields),
  updateTeam: async (ctx, { id, ...fields }, { ifMatch }) =>
    changeTeam(ctx, await requireTeam(ctx, id), fields, ifMatch),
}

/** The code behind every call of people. */
export const peopleHandlers: Handlers<typeof peopleCalls> = { ...sessionHandlers, ...officeHandlers }
