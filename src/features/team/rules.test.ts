import { describe, expect, it } from 'vitest'
import { byNeed, byRoom, concerns, hoursWaited, needsHelp } from './rules.ts'

const now = new Date('2026-11-19T16:00:00Z')
const agent = (name: string, figures: object = {}) => ({
  agent_id: name.length,
  name,
  leads: 10,
  waiting: 0,
  waiting_since: null,
  calls: 10,
  calls_before: 10,
  overdue: 0,
  contacts: [0, 0, 0, 0, 0, 0, 1],
  ...figures,
})
const names = (agents: readonly { name: string }[]) => agents.map(({ name }) => name)

describe('an agent', () => {
  it('needs help when new leads wait too long or too many, or tasks pile up, but not for fewer calls alone', () => {
    expect(needsHelp(agent('A'), now)).toBe(false)
    expect(needsHelp(agent('A', { waiting: 5, waiting_since: '2026-11-19T15:00:00Z' }), now)).toBe(true)
    expect(needsHelp(agent('A', { waiting: 1, waiting_since: '2026-11-18T15:00:00Z' }), now)).toBe(true)
    expect(needsHelp(agent('A', { waiting: 1, waiting_since: '2026-11-18T16:30:00Z' }), now)).toBe(false)
    expect(needsHelp(agent('A', { overdue: 6 }), now)).toBe(true)
    expect(needsHelp(agent('A', { calls: 0, calls_before: 40 }), now)).toBe(false)
    expect(concerns(agent('A', { calls: 0, calls_before: 40 }), now)).toMatchObject({ calls: true })
  })

  it('waits no hours without a new lead, and none when a clock is behind', () => {
    expect(hoursWaited(agent('A'), now)).toBe(0)
    expect(hoursWaited(agent('A', { waiting_since: '2026-11-19T17:00:00Z' }), now)).toBe(0)
    expect(hoursWaited(agent('A', { waiting_since: '2026-11-19T13:59:00Z' }), now)).toBe(2)
  })
})

describe('agents', () => {
  it('stand by need: leads that wait, overdue tasks, calls behind last week, name', () => {
    const all = [
      agent('Calm'),
      agent('Busy', { calls: 30 }),
      agent('Late', { overdue: 3 }),
      agent('Quiet one', { calls: 2 }),
      agent('Swamped', { waiting: 2 }),
    ]
    expect(names(byNeed(all))).toEqual(['Swamped', 'Late', 'Quiet one', 'Calm', 'Busy'])
  })

  it('who have most room come first, and never the one whose leads they are', () => {
    const all = [
      agent('Swamped', { waiting: 2 }),
      agent('Full', { leads: 200 }),
      agent('New', { leads: 2 }),
      agent('Late', { overdue: 1 }),
      agent('Away for days', { leads: 1, contacts: [4, 0, 0, 0, 0, 0, 0, 0] }),
    ]
    expect(names(byRoom(all, 'Full'.length))).toEqual(['New', 'Swamped', 'Away for days'])
    expect(names(byRoom(all, 0))).toEqual(['New', 'Full', 'Late', 'Swamped', 'Away for days'])
  })
})
