import { testConfig } from '../../testing/config.ts'
import {
  agents,
  body,
  defineRights,
  everybody,
  nothing,
  office,
  type Request,
  teamPeople,
} from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { callsOfReports } from './contract.ts'
import { stopToken } from './server/commands/stopLink.ts'

const days = { from: '2026-11-01', to: '2026-11-18' }
/** They work on the deals of others, and have no numbers of their own. */
const refuses = everybody.filter(account => !agents.includes(account) && !office.includes(account))

/** A saved report of the account itself. */
const aboutReport =
  (fields: object = {}, more: object = {}): Request =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO saved_reports (user_id, name, report, length, created_at)
       SELECT id, 'Kept', 'leaderboard', 'month', now() FROM users WHERE email = $1 RETURNING id`,
      [emailOf(account)],
    )
    return { path: { id }, body: fields, ...more }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(callsOfReports, {
  report: [everybody, () => ({ path: { name: 'leaderboard' }, body: days, refuses })],
  behind: [everybody, () => ({ path: { name: 'leaderboard' }, body: { ...days, metric: 'calls' }, refuses })],
  ranks: [everybody, () => ({ body: days, refuses })],
  costs: [office, body({ month: '2026-11-01' })],
  setCost: [office, body({ source: 'google_ads', month: '2026-11-01', cost: 1250 })],
  goals: [everybody, async (world, account) => ({ path: { agent_id: await world.agentId(account) }, refuses })],
  progress: [everybody, () => ({ body: { length: 'month', to: '2026-11-18' }, refuses })],
  setGoal: [
    everybody,
    async (world, account) => ({
      path: { agent_id: await world.agentId(account) },
      body: { metric: 'calls', period: 'week', amount: 40 },
      refuses: everybody.filter(one => !teamPeople.includes(one)),
    }),
  ],
  list: [everybody, nothing],
  create: [everybody, () => ({ body: { name: 'Mine', report: 'funnel', length: 'month' }, refuses })],
  update: [everybody, aboutReport({ name: 'Ours' }, { refuses })],
  remove: [everybody, aboutReport()],
  schedule: [everybody, aboutReport({ every: 'week', day: 1, hour: 8 }, { refuses })],
  stop: [everybody, aboutReport()],
  unsubscribe: ['public', () => ({ path: { token: stopToken(testConfig(), 1, new Date()) } })],
})
