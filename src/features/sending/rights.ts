import { defineRights, nothing, office } from '../../testing/rights.ts'
import { sendingCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(sendingCalls, {
  state: [office, nothing],
  pause: [
    office,
    async world => {
      await world.one('UPDATE sending_pauses SET resumed_at = now() WHERE resumed_at IS NULL')
      return {}
    },
    'in turn',
  ],
  resume: [
    office,
    async (world, account) => {
      const isHeld = office.some(one => one === account)
      if (isHeld) await world.one("INSERT INTO sending_pauses (reason) VALUES ('by_hand') ON CONFLICT DO NOTHING")
      return {}
    },
    'in turn',
  ],
  undoDiscard: [
    office,
    async world => ({
      body: {
        pause_id: await world.one(
          `INSERT INTO sending_pauses (reason, resumed_at, discarded) VALUES ('by_hand', now(), '{"send-alert": 1}') RETURNING id`,
        ),
      },
    }),
    'in turn',
  ],
})
