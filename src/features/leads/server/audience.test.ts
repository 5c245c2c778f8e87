import { expect, it } from 'vitest'
import { leadAudience } from './commands/audience.ts'

it('tells of a lead whoever sees all leads, and its agent', () => {
  expect(leadAudience({ agent_id: 7 })).toEqual(['right:view_all_leads', 'agent:7'])
  expect(leadAudience({ agent_id: null })).toEqual(['right:view_all_leads'])
})

it('tells each agent of several leads once, and of none only those who see all', () => {
  const leads = [7, null, 9, 7].map(agent_id => ({ agent_id }))
  expect(leadAudience(leads)).toEqual(['right:view_all_leads', 'agent:7', 'agent:9'])
  expect(leadAudience([])).toEqual(['right:view_all_leads'])
})
