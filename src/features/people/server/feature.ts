import { defineFeature } from '../../../platform/server/feature.ts'
import { peopleCalls } from '../contract/people.ts'
import { permissionNames } from '../rules.ts'
import { invitationEmails } from './commands/invitations.ts'
import { requireRealPeople } from './commands/realPeople.ts'
import { authenticate } from './commands/sessions.ts'
import { peopleHandlers } from './handlers/people.ts'
import { sendInvitation } from './jobs/sendInvitation.ts'
import { registerPeopleRoutes } from './webhooks.ts'

/** What the server runs of this feature. */
export const peopleFeature = defineFeature({
  name: 'people',
  calls: peopleCalls,
  handlers: peopleHandlers,
  jobs: [sendInvitation],
  webhooks: registerPeopleRoutes,
  permissions: permissionNames,
  identity: { authenticate, topic: 'people' },
  sendingKinds: [invitationEmails],
  beforeStart: requireRealPeople,
  demo: () => import('../demo/seed.ts'),
})
