import { defineRights, nothing, teamPeople } from '../../testing/rights.ts'
import { teamCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(teamCalls, {
  overview: [teamPeople, nothing],
  waiting: [teamPeople, async world => ({ path: { id: await world.agentId('agent') } })],
})
