import { describe, expect, it } from 'vitest'
import { worded, wordingFor } from './wordings.ts'

const step = (id: number) => ({
  id,
  subject: 'Homes by the lake',
  content: '<p>Homes</p>',
  other_subject: 'What $1.2M buys',
  other_content: '<p>Prices</p>',
  compared_since: '2026-11-20T14:00:00.000Z',
})
const leads = Array.from({ length: 100_000 }, (_, at) => at + 1)
/** Four standard deviations of so many fair tosses: beyond it is no chance. */
const tolerance = 4 * Math.sqrt(leads.length / 4)

describe('the wording that a lead gets', () => {
  it.each([1, 2, 3, 4096, 70_001])('is the other one for half of the leads of step %i', id => {
    const others = leads.filter(lead => wordingFor(step(id), lead) === 'b').length
    expect(Math.abs(others - leads.length / 2)).toBeLessThan(tolerance)
  })

  it.each([
    [1, 2],
    [7, 8],
    [12, 4108],
    [100, 101],
  ])('of step %i says nothing about the one of step %i', (one, other) => {
    const alike = leads.filter(lead => wordingFor(step(one), lead) === wordingFor(step(other), lead)).length
    expect(Math.abs(alike - leads.length / 2)).toBeLessThan(tolerance)
  })

  it('is shared out evenly among leads whose numbers have a pattern', () => {
    for (const stride of [2, 3, 8, 64]) {
      const some = leads.filter(lead => lead % stride === 0)
      const others = some.filter(lead => wordingFor(step(9), lead) === 'b').length
      expect(Math.abs(others - some.length / 2)).toBeLessThan(4 * Math.sqrt(some.length / 4))
    }
  })

  it('stays the same whatever the words become', () => {
    const anew = { ...step(5), subject: 'Other', compared_since: '2026-12-01T14:00:00.000Z' }
    for (const lead of leads.slice(0, 200)) expect(wordingFor(anew, lead)).toBe(wordingFor(step(5), lead))
  })

  it('is that of the step where it has one, also in versions from before there were two', () => {
    const single = { id: 5, subject: 'Hi', content: 'Homes' }
    expect(worded(single, 1)).toEqual({ ...single, wording: null })
    expect(worded({ ...step(5), other_subject: null, other_content: null, compared_since: null }, 2)).toMatchObject({
      wording: null,
      subject: 'Homes by the lake',
    })
  })

  it('brings its subject and its content', () => {
    const gets = (wording: string) => leads.find(lead => wordingFor(step(5), lead) === wording) ?? 0
    expect(worded(step(5), gets('a'))).toMatchObject({ wording: 'a', subject: 'Homes by the lake' })
    expect(worded(step(5), gets('b'))).toMatchObject({
      wording: 'b',
      subject: 'What $1.2M buys',
      content: '<p>Prices</p>',
    })
  })
})
