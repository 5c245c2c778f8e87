import { aboutDeal, body, defineRights, everybody, nothing, type Request } from '../../testing/rights.ts'
import { dealCalls } from './contract.ts'

const aboutClient: Request = async (world, account) => ({
  body: {
    matches: [
      {
        id: await world.one(
          `INSERT INTO deal_clients (deal_id, position, side, first_name) VALUES ($1, 0, 'buyer', 'Ada') RETURNING id`,
          [await world.deal(account)],
        ),
        user_id: null,
      },
    ],
  },
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(dealCalls, {
  list: [everybody, nothing],
  stats: [everybody, nothing],
  types: [everybody, nothing],
  statuses: [everybody, nothing],
  unmatched: [everybody, nothing],
  findLeads: [everybody, body({ search: 'ada' })],
  match: [everybody, aboutClient],
  get: [everybody, aboutDeal()],
  update: [everybody, aboutDeal({ status: 3 })],
  clients: [everybody, aboutDeal()],
})
