import { aboutLead, defineRights, leadPeople, nothing, reachesNone } from '../../testing/rights.ts'
import { snoozeCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(snoozeCalls, {
  store: [
    leadPeople,
    async (world, account) => ({
      body: { id: await world.lead(account), snooze_until: '2099-01-02 9:05:00' },
      reachesNone,
    }),
  ],
  wake: [leadPeople, aboutLead()],
  list: [leadPeople, nothing],
})
