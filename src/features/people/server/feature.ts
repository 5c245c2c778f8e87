import { defineFeature } from '../../../platform/server/feature.ts'
import { peopleCalls } from '../contract/people.ts'
import { permissionNames } from '../rules.ts'
import { checkFirstAdmin } from './commands/firstAdmin.ts'
import { invitationEmails } from './commands/invitations.ts'
import { requireRealPeople } from './commands/realPeople.ts'
import { peopleReverts } from './commands/reverts.ts'
import { authenticate } from './commands/sessions.ts'
import { peopleHandlers } from './handlers/people.ts'
import { sendInvitation } from './jobs/sendInvitation.ts'
import { contributeScreens } from './listeners.ts'
import { agentNames, teamNames, userNames } from './queries/names.ts'
import { registerPeopleRoutes } from './webhooks.ts'

/** What the server runs of this feature. */
export const peopleFeature = defineFeature({
  name: 'people',
  calls: peopleCalls,
  handlers: peopleHandlers,
  jobs: [sendInvitation],
  listeners: [contributeScreens],
  webhooks: registerPeopleRoutes,
  permissions: permissionNames,
  identity: { authenticate, topic: 'people' },
  sendingKinds: [invitationEmails],
  beforeStart: requireRealPeople,
  checkup: checkFirstAdmin,
  audit: {
    sentences: {
      login: { did: 'signed in', by: 'user', refused: 'was refused: the sign-in had expired' },
      loginManually: { did: 'signed in with a password', by: 'user', refused: 'failed to sign in as {text email}' },
      'people.signInCallback': {
        did: 'signed in with Google',
        refused: 'failed to sign in with Google: {text reason}',
      },
      possess: { did: 'logged in as {user user_id}', refused: 'was refused: logging in as {user user_id}' },
      leavePossession: 'logged out of the account of {possession}',
      logout: 'signed out',
      maintenanceLogout: 'was signed out by maintenance',
      grantScopes: 'gave access to their Google account',
      endSession: 'ended a sign-in on another device',
      createUser: 'added {user}',
      updateUser: { did: 'changed {user}', refused: 'was refused: changing the rights of {user id}' },
      inviteUser: 'invited {user} by e-mail',
      setRolePermission: { did: 'changed what the role {text role} may do', refused: 'was refused: changing rights' },
      createTeam: 'added the team {team}',
      updateTeam: 'changed the team {team}',
      'send-invitation': 'sent the invitation of {user}',
    },
    reverts: peopleReverts,
    names: { user: userNames, possession: userNames, agent: agentNames, team: teamNames },
  },
  demo: () => import('../demo/seed.ts'),
})
