import type { World } from '../world.ts'

const DAYS = ['2026-05-04', '2026-06-04', '2026-07-03', '2026-08-04', '2026-08-05']

/** A deposit for each of five deals, some in months of their own and two in one. */
async function addDeposits({ world }: { world: World }): Promise<undefined> {
  for (const day of [...DAYS, ...DAYS.map(() => '2026-08-06')])
    await world.one(
      `INSERT INTO trust_entries (deal_id, kind, amount, happened_on, party, method, receipt, created_at)
       SELECT $1, 'deposit', 10000, $2, 'Ada Lovelace', 'wire', coalesce(max(receipt), 0) + 1, now() FROM trust_entries
       RETURNING id`,
      [await world.deal('agent'), day],
    )
  return undefined
}

/** What the lists of the trust account have rows of. */
export const trustLists = {
  'trust-account.holdings': { as: 'admin', make: addDeposits },
  'trust-account.months': { as: 'admin', make: addDeposits },
  'trust-account.entries': {
    as: 'admin',
    make: async (given: { world: World }) => {
      await addDeposits(given)
      return { path: { month: '2026-08-01' } }
    },
  },
} as const
