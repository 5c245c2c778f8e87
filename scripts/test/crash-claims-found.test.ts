import { describe, expect, it } from 'vitest'
import { brokenPromises, type Fate, whatIsWrong } from './crash-claims-found.ts'

const taken: Fate = { id: 7, agent_id: 1, state: 'owned', offers: 0, given: 1 }

describe('after a crash among people who claim', () => {
  it.each<[string, Partial<Fate>]>([
    ['is somebody’s', {}],
    ['is offered to one', { agent_id: null, state: 'offered', offers: 1, given: 0 }],
    ['is in the pool', { agent_id: null, state: 'pooled', given: 0 }],
    ['rests', { agent_id: null, state: 'resting', given: 0 }],
  ])('nothing is wrong with a lead that %s', (_, fate) => {
    expect(whatIsWrong({ ...taken, ...fate })).toEqual([])
  })

  it.each<[string, Partial<Fate>]>([
    ['was given away more than once', { given: 2 }],
    ['is somebody’s, and the ledger does not say how', { given: 0 }],
    ['is somebody’s and pooled', { state: 'pooled' }],
    ['is owned and has 1 open offers', { offers: 1 }],
    ['is offered and has 2 open offers', { agent_id: null, state: 'offered', offers: 2 }],
    ['is offered to nobody', { agent_id: null, state: 'offered' }],
    ['is nobody’s and counts as owned', { agent_id: null }],
    ['is nowhere', { agent_id: null, state: null }],
  ])('a lead that %s is found', (problem, fate) => {
    expect(whatIsWrong({ ...taken, ...fate })).toEqual([`lead 7 ${problem}`])
  })

  it('somebody who was told that another’s lead is theirs is found', () => {
    const won = [
      { leadId: 7, agentId: 1, door: 'pool' as const },
      { leadId: 7, agentId: 2, door: 'text' as const },
    ]
    expect(brokenPromises([taken], { won, cutOff: 0, refused: 0 })).toEqual([
      'lead 7 is agent 1’s, and agent 2 was told (text) that it is theirs',
    ])
  })
})
