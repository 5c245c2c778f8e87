import { describe, expect, it } from 'vitest'
import type { TeamAgent } from '../../contract.ts'
import { changeText, roomText, waitText, whyNow } from './words.ts'

const now = new Date('2026-11-19T16:00:00Z')
const agent = (some: Partial<TeamAgent>): TeamAgent => ({
  agent_id: 1,
  user_id: 1,
  name: 'Noor Rahimi',
  email: 'noor@x.test',
  phone: null,
  team: null,
  is_lead: false,
  leads: 96,
  waiting: 0,
  waiting_since: null,
  calls: 5,
  calls_before: 5,
  overdue: 0,
  contacts: Array.from({ length: 14 }, () => 1),
  last_seen_at: null,
  ...some,
})

describe('the team page', () => {
  it('says how long a lead waits', () => {
    expect(waitText('2026-11-19T15:48:00Z', now)).toBe('12 min')
    expect(waitText('2026-11-17T18:00:00Z', now)).toBe('1 d 22 h')
    expect(waitText('2026-11-17T16:00:00Z', now)).toBe('2 d')
    expect(waitText('2026-10-20T16:00:00Z', now)).toBe('30 d')
    expect(waitText('2026-05-19T16:00:00Z', now)).toBe('6 mo')
  })

  it('says why an agent needs a look, and only what is not well', () => {
    expect(whyNow(agent({}), now)).toBe('Nothing waits and nothing is overdue.')
    expect(whyNow(agent({ waiting: 11, waiting_since: '2026-11-15T16:00:00Z', overdue: 1 }), now)).toBe(
      '11 new leads wait, the oldest for 4 d. 1 task is overdue.',
    )
    expect(whyNow(agent({ contacts: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0] }), now)).toBe(
      'No call, text or e-mail for 4 days.',
    )
    expect(whyNow(agent({ contacts: Array.from({ length: 14 }, () => 0) }), now)).toBe(
      'No call, text or e-mail in two weeks.',
    )
    expect(whyNow(agent({ calls: 4, calls_before: 5 }), now)).toBe('1 call behind last week.')
  })

  it('compares with a sign, and says who has room', () => {
    expect([12, -38, 0].map(changeText)).toEqual(['+12', '−38', '0'])
    expect(roomText(agent({ leads: 131 }))).toBe('no one waits, 131 leads')
    expect(roomText(agent({ leads: 1, waiting: 2, overdue: 3 }))).toBe('2 wait, 3 overdue, 1 lead')
  })
})
