import { type Ask, agents, defineRights, nothing, office } from '../../testing/rights.ts'
import { happyHourCalls } from './contract.ts'

/** The feature is switched off until an administrator switches it on, for agents as well. */
const whileOff =
  (ask: Ask = {}) =>
  () => ({ ...ask, refuses: agents })

const settings = {
  weekdays: [1, 2],
  start: '16:00',
  end: '18:00',
  session_minutes: 45,
  minutes_between_claims: 3,
  max_claims: 5,
  follow_up_first: 1,
  lead_age_days: 14,
  lead_types: [],
  site_ids: [],
  join: 'everyone',
  team_ids: [],
  agent_ids: [],
}
const days = { from: '2026-11-02', to: '2026-11-18' }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(happyHourCalls, {
  activeSession: [
    agents,
    async (world, account) => ({ path: { agentId: await world.agentId(account) }, refuses: agents }),
  ],
  state: [agents, whileOff()],
  start: [agents, whileOff()],
  claim: [agents, whileOff()],
  skip: [agents, whileOff({ body: { lead_id: 1 } })],
  end: [agents, whileOff()],
  settings: [office, nothing],
  saveSettings: [office, () => ({ body: settings })],
  previewSettings: [office, () => ({ body: settings })],
  report: [office, () => ({ body: days })],
  claims: [office, () => ({ body: days })],
})
