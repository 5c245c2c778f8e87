import { body, defineRights, leadPeople, nothing, type Request } from '../../testing/rights.ts'
import { blockedNumberCalls } from './contract.ts'

/** Looks leads up, and calls nobody. */
const refuses: readonly string[] = ['deals']

/** A block that the account made; of the office, for everybody. */
const ownBlock: Request = async (world, account) => ({
  path: {
    id: await world.one(
      `INSERT INTO blocked_numbers (number, agent_id, user_id, blocked_at) VALUES ($1, $2, coalesce($3, (SELECT min(id) FROM users)), now())
       RETURNING id`,
      [
        `+1416555${String(1000 + world.unused())}`,
        ['admin', 'super', 'deals'].includes(account) ? null : await world.agentId(account),
        await world.userId(account),
      ],
    ),
  },
  refuses,
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(blockedNumberCalls, {
  list: [leadPeople, nothing],
  lookup: [leadPeople, body({ number: '416 555 0181' })],
  stopped: [leadPeople, nothing],
  block: [leadPeople, world => ({ body: { leadNumber: `+1416555${String(5000 + world.unused())}` }, refuses })],
  unblock: [leadPeople, ownBlock],
})
