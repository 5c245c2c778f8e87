import { aboutDeal, agents, defineRights, everybody, type Request } from '../../testing/rights.ts'
import { commissionCalls } from './contract.ts'

/** They answer for everybody's commission. */
const keepers = ['admin', 'super', 'deals']
const others = everybody.filter(account => !keepers.includes(account))
/** They have neither a commission of their own nor the keeping of everybody's. */
const neither = everybody.filter(account => !keepers.includes(account) && !agents.includes(account))

const plan = {
  name: 'Growth',
  valid_from: '2026-01-01',
  split_rate: 80,
  cap: 24_000,
  rate_above_cap: 95,
  deal_fee: 395,
  side_fee_rate: 0,
  side_fee_name: '',
  referral_rate: 0,
  referral_agent_id: null,
  referral_name: '',
  year_month: 1,
  is_registered: true,
  hst_number: '',
  tiers: '[]',
}

const aboutAgent =
  (fields: object, refuses: readonly string[], reachesNone: readonly string[] = []): Request =>
  async (world, account) => ({
    path: { agentId: await world.agentId(account) },
    body: fields,
    refuses,
    reachesNone,
  })

/** Another balance each time: the same one is refused. */
const aboutYear: Request = async (world, account) => ({
  path: { agentId: await world.agentId(account) },
  body: { year_start: '2026-01-01', side: 1_000 + world.unused(), house: 200, note: 'From the books before' },
  refuses: others,
})

/** A closed deal of whoever asks, without a statement. */
const aboutClosed: Request = async (world, account) => {
  const id = await world.deal(account)
  await world.one(`UPDATE deals SET status = 5, close_date = '2026-11-02' WHERE id = $1 RETURNING id`, [id])
  return { path: { id }, refuses: others }
}

/** The same with a statement of one line. */
const aboutLine: Request = async (world, account) => {
  const id = await world.deal(account)
  await world.one(`UPDATE deals SET status = 5, close_date = '2026-11-02' WHERE id = $1 RETURNING id`, [id])
  const statement = await world.one(
    `INSERT INTO commission_statements (deal_id, number, kind, closed_on, gross, created_at)
     VALUES ($1, 1, 'closing', '2026-11-02', 100, now()) RETURNING id`,
    [id],
  )
  const line_id = await world.one(
    `INSERT INTO commission_lines (statement_id, row, kind, party, agent_id, name, label, rule, base, amount, rounding, tax_rate, tax)
     VALUES ($1, 0, 'share', 'agent', $2, 'Ada', 'Split', '', 100, 100, 'exact', 0, 0) RETURNING id`,
    [statement, await world.agentId(account)],
  )
  return { path: { id }, body: { line_id, amount: 0.5, reason: 'Agreed otherwise' }, refuses: others }
}

const ownStatement: Request = async (world, account) => ({
  path: { id: await world.deal(account) },
  body: { agent_id: await world.agentId(account) },
  reachesNone: neither,
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(commissionCalls, {
  agents: [everybody, () => ({ refuses: neither })],
  account: [everybody, aboutAgent({}, [], neither)],
  savePlan: [everybody, aboutAgent(plan, others)],
  saveOpening: [everybody, aboutYear],
  month: [everybody, aboutAgent({ month: '2026-11' }, [], neither)],
  t4a: [everybody, () => ({ body: { year: 2026 }, refuses: others })],
  deal: [everybody, aboutDeal()],
  state: [everybody, aboutClosed],
  correct: [everybody, aboutLine],
  statement: [everybody, ownStatement],
})
