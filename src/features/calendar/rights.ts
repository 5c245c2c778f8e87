import { agents, defineRights, nothing } from '../../testing/rights.ts'
import { calendarCalls } from './contract.ts'

/** A valid request for each call, and who may make it. Nobody of a test brokerage has connected an account. */
export const rights = defineRights(calendarCalls, {
  settings: [agents, nothing],
  calendars: [agents, 'no record'],
  choose: [agents, 'no record'],
  run: [agents, 'no record'],
})
