import { testConfig } from '../../testing/config.ts'
import { defineRights, leadPeople, type Request } from '../../testing/rights.ts'
import { consentRequestCalls } from './contract.ts'
import { requestToken } from './server/commands.ts'

const withToken =
  (fields: object): Request =>
  async world => ({
    path: {
      token: requestToken(testConfig(), {
        leadId: await world.lead('agent'),
        channel: 'email',
        made_at: new Date(),
      }),
    },
    body: fields,
  })

/** A valid request for each call, and who may make it. Nobody is asked for consent where no public address is set. */
export const rights = defineRights(consentRequestCalls, {
  ask: [leadPeople, 'no record'],
  question: ['public', withToken({})],
  give: ['public', withToken({ channels: ['email'] })],
})
