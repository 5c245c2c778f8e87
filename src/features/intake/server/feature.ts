import { defineFeature } from '../../../platform/server/feature.ts'
import { intakeCalls } from '../contract/intake.ts'
import { intakeHandlers } from './handlers.ts'
import { catchUpIntake, fetchFacebookLeads, purgeIntake } from './jobs.ts'
import { registerFormDoors } from './webhooks/forms.ts'
import { registerIntakeDoors } from './webhooks/signed.ts'
import { registerSiteDoor } from './webhooks/site.ts'

/** What the server runs of this feature. */
export const intakeFeature = defineFeature({
  name: 'intake',
  calls: intakeCalls,
  handlers: intakeHandlers,
  jobs: [catchUpIntake, fetchFacebookLeads, purgeIntake],
  webhooks(app, dependencies) {
    registerIntakeDoors(app, dependencies)
    registerFormDoors(app, dependencies)
    registerSiteDoor(app, dependencies)
  },
  audit: {
    sentences: {
      add: 'added the source {text name}',
      update: 'changed a source of leads',
      rotate: 'gave a source of leads a new key',
      revoke: 'ended a key of a source of leads',
      retry: 'had an event of a source dealt with again',
      replay: 'replayed a refused request of a source',
      dismiss: 'put a refused request of a source aside',
      tryMapping: 'tried how to read the requests of a source',
      saveMapping: 'saved how to read the requests of a source',
      tryReader: 'tried how to read lead e-mails',
      saveReader: 'saved how to read lead e-mails of a sender',
      byHand: 'made a lead of an e-mail by hand',
      ignore: 'put a lead e-mail aside',
      replayMails: 'read lead e-mails again',
      'purge-intake': 'deleted old requests of sources',
    },
  },
  demo: () => import('../demo/intake.ts'),
})
