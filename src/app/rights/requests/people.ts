import { body, nothing, type Requests } from '../ask.ts'
import { emailOf, type World } from '../world.ts'

/** Somebody who never signed in. */
const invited = ({ one, unused }: World): Promise<number> =>
  one('INSERT INTO users (email, first_name) VALUES ($1, $2) RETURNING id', [emailOf(`guest${unused()}`), 'Guest'])

const last: Requests[string] = () => ({ isLast: true })

/** Signing in, people, teams and what the office sets. */
export const peopleRequests: Requests = {
  'people.bootstrap': nothing,
  'people.login': async world => {
    const { token, cookie } = await world.ticket('agent', 'signin')
    return { body: { token, platform: 'web' }, cookie }
  },
  'people.loginManually': body({ email: 'agent@keyturn.test', password: 'keyturn-demo' }),
  'people.providers': nothing,
  'people.possess': async world => ({ body: { user_id: await world.userId('newagent') }, isLast: true }),
  'people.leavePossession': nothing,
  'people.logout': last,
  'people.maintenanceLogout': last,
  'people.reload': nothing,
  'people.grantScopes': async (world, account) => {
    const { token, cookie } = await world.ticket(account, 'scopes')
    return { body: { code: token }, cookie }
  },
  'people.sessions': nothing,
  'people.endSession': async (world, account) => ({ path: { id: await world.session(account) } }),
  'people.feature': () => ({ path: { name: 'my-leads' } }),
  'people.users': nothing,
  'people.user': async world => ({ path: { id: await world.userId('agent2') } }),
  'people.createUser': world => ({
    body: { first_name: 'New', email: emailOf(`new${world.unused()}`), roles: ['front_desk'] },
  }),
  'people.updateUser': async world => ({ path: { id: await world.userId('agent2') }, body: { first_name: 'Theo' } }),
  'people.inviteUser': async world => ({ path: { id: await invited(world) } }),
  'people.agents': nothing,
  'people.rolePermissions': nothing,
  'people.setRolePermission': body({ role: 'agent', permission: 'view_leads', granted: 1 }),
  'people.teams': nothing,
  'people.team': async world => ({ path: { id: await world.team() } }),
  'people.createTeam': world => ({ body: { name: `Team ${world.unused()}` } }),
  'people.updateTeam': async world => ({ path: { id: await world.team() }, body: { name: 'Waterfront team' } }),
  'settings.systemStatus': nothing,
  'settings.setMaintenance': body({ end: 1 }),
  'settings.setNotice': body({ notice: '' }),
  'settings.features': nothing,
  'settings.setFeature': body({ feature: 'my-leads', scope: 'all', enabled: 1 }),
  'settings.setFeatureOptions': () => ({ path: { name: 'my-leads' }, body: { agent_only: 1 } }),
  'sending.state': nothing,
  'sending.pause': async world => {
    await world.one('UPDATE sending_pauses SET resumed_at = now() WHERE resumed_at IS NULL')
    return {}
  },
  'sending.resume': async (world, account) => {
    const isHeld = ['admin', 'super'].includes(account)
    if (isHeld) await world.one("INSERT INTO sending_pauses (reason) VALUES ('by_hand') ON CONFLICT DO NOTHING")
    return {}
  },
  'sending.undoDiscard': async world => ({
    body: {
      pause_id: await world.one(
        `INSERT INTO sending_pauses (reason, resumed_at, discarded) VALUES ('by_hand', now(), '{"send-alert": 1}') RETURNING id`,
      ),
    },
  }),
  'outbox.list': nothing,
  'audit.list': nothing,
}
