import { body, defineRights, everybody, nothing, office, type Request, teamPeople } from '../../testing/rights.ts'
import { emailOf, type World } from '../../testing/world.ts'
import { peopleCalls } from './contract/people.ts'

/** Somebody who never signed in. */
const invited = ({ one, unused }: World): Promise<number> =>
  one('INSERT INTO users (email, first_name) VALUES ($1, $2) RETURNING id', [emailOf(`guest${unused()}`), 'Guest'])

const last: Request = () => ({ isLast: true })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(peopleCalls, {
  bootstrap: ['public', nothing],
  login: [
    'public',
    async world => {
      const { token, cookie } = await world.ticket('agent', 'signin')
      return { body: { token, platform: 'web' }, cookie }
    },
  ],
  loginManually: ['public', body({ email: 'agent@keyturn.test', password: 'keyturn-demo' })],
  providers: ['public', nothing],
  possess: [office, async world => ({ body: { user_id: await world.userId('newagent') }, isLast: true })],
  leavePossession: [everybody, nothing],
  logout: [everybody, last],
  maintenanceLogout: [everybody, last],
  reload: [everybody, nothing],
  grantScopes: [
    everybody,
    async (world, account) => {
      const { token, cookie } = await world.ticket(account, 'scopes')
      return { body: { code: token }, cookie }
    },
  ],
  sessions: [everybody, nothing],
  endSession: [everybody, async (world, account) => ({ path: { id: await world.session(account) } })],
  feature: [everybody, () => ({ path: { name: 'my-leads' } })],
  users: [office, nothing],
  user: [office, async world => ({ path: { id: await world.userId('agent2') } })],
  createUser: [
    office,
    world => ({
      body: { first_name: 'New', email: emailOf(`new${world.unused()}`), roles: ['front_desk'] },
    }),
  ],
  updateUser: [
    office,
    async world => ({ path: { id: await world.userId('agent2') }, body: { first_name: 'Theo' } }),
    'in turn',
  ],
  inviteUser: [office, async world => ({ path: { id: await invited(world) } })],
  agents: [everybody, nothing],
  rolePermissions: [office, nothing],
  setRolePermission: [['super'], body({ role: 'agent', permission: 'view_leads', granted: 1 })],
  teams: [teamPeople, nothing],
  team: [teamPeople, async world => ({ path: { id: await world.team() } })],
  createTeam: [office, world => ({ body: { name: `Team ${world.unused()}` } })],
  updateTeam: [
    office,
    async world => ({ path: { id: await world.team() }, body: { name: 'Waterfront team' } }),
    'in turn',
  ],
})
