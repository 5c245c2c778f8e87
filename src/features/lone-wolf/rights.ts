import { aboutDeal, defineRights, everybody, type Request } from '../../testing/rights.ts'
import { loneWolfCalls } from './contract.ts'

const keepers = ['admin', 'super', 'deals']
const others = everybody.filter(account => !keepers.includes(account))

const forKeepers: Request = async (world, account) => ({ path: { id: await world.deal(account) }, refuses: others })

/** A deal that has all that a trade needs. */
const aboutWhole: Request = async (world, account) => {
  const id = await world.deal(account)
  await world.one(
    `UPDATE deals SET price = 90000000, offer_date = '2026-10-01', close_date = '2026-12-11', street_number = '1',
       street_name = 'King St', city = 'Toronto', postal_code = 'M4M 2X8' WHERE id = $1 RETURNING id`,
    [id],
  )
  return { path: { id }, refuses: others }
}

/** A deal that both sides changed. */
const aboutDiffering: Request = async (world, account) => {
  const id = await world.deal(account)
  await world.one(
    `INSERT INTO lonewolf_trades (deal_id, reference, trade_id, number, status_code, row_version, differs_since, theirs)
     VALUES ($1::int, 'ref ' || $1::int, 'T' || $1::int, '26-' || $1::int, 'N', '7', now(), $2::jsonb) RETURNING deal_id AS id`,
    [
      id,
      JSON.stringify({
        mls_number: '',
        price: 90_000_000,
        offer_date: '2026-10-01',
        close_date: '2026-12-11',
        address: {
          street_number: '1',
          street_name: 'King St',
          street_direction: '',
          unit: '',
          city: 'Toronto',
          province: 'ON',
          postal_code: 'M4M2X8',
        },
      }),
    ],
  )
  return { path: { id }, body: { keep: 'theirs' }, refuses: others }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(loneWolfCalls, {
  get: [everybody, aboutDeal()],
  send: [everybody, aboutWhole],
  look: [everybody, forKeepers],
  settle: [everybody, aboutDiffering],
})
