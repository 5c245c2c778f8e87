import { agents, body, defineRights, everybody, office } from '../../testing/rights.ts'
import { reportCalls } from './contract.ts'

const days = { from: '2026-11-01', to: '2026-11-18' }
/** They work on the deals of others, and have no numbers of their own. */
const refuses = everybody.filter(account => !agents.includes(account) && !office.includes(account))

/** A valid request for each call, and who may make it. */
export const rights = defineRights(reportCalls, {
  report: [everybody, () => ({ path: { name: 'leaderboard' }, body: days, refuses })],
  behind: [everybody, () => ({ path: { name: 'leaderboard' }, body: { ...days, metric: 'calls' }, refuses })],
  setCost: [office, body({ source: 'google_ads', month: '2026-11-01', cost: 1250 })],
})
