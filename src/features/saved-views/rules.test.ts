import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeadFilters } from '../leads/contract/filters.ts'
import { hasOtherColumns, isSameQuestion, type Question, questionFor, readFilters, withoutUnknown } from './rules.ts'

const asked = (list: Question['list'], filters: LeadFilters = {}): Question => ({ list, filters, sort: 'name' })
const agent = { seesAll: false, isAgent: true }
const administrator = { seesAll: true, isAgent: false }

describe('a shared question', () => {
  it('that was asked of all leads, an agent asks of their own', () => {
    expect(questionFor(agent, asked('all', { hasTask: true }))).toEqual(asked('leads', { hasTask: true }))
    expect(questionFor(agent, asked('adminsearch', { search: 'ada' })).list).toBe('agentsearch')
  })

  it('that was asked of an agent’s own, an administrator asks of all, with the statuses that the list means', () => {
    expect(questionFor(administrator, asked('clients'))).toEqual(asked('all', { status: [8, 9, 10] }))
    expect(questionFor(administrator, asked('leads', { status: [3, 8] }))).toEqual(asked('all', { status: [3] }))
  })

  it('stays as it is for whoever may ask it', () => {
    for (const list of ['all', 'leads', 'clients', 'agentsearch', 'adminsearch'] as const)
      expect(questionFor({ seesAll: true, isAgent: true }, asked(list))).toEqual(asked(list))
  })
})

const known = { tags: new Set([1, 2]), agents: new Set([5]), sites: new Set([7]), areas: new Set([11]) }

describe('kept filters', () => {
  it('lose what no longer exists, and say so', () => {
    const filters: LeadFilters = {
      tag: [1, 99],
      agent: [0, 5, 98],
      site: [97],
      locations: [{ area_id: 96, area_type: 'locality' }],
      hasTask: true,
    }
    expect(withoutUnknown(filters, known)).toEqual({
      filters: { tag: [1], agent: [0, 5], hasTask: true },
      left_out: [
        { filter: 'tag', count: 1 },
        { filter: 'agent', count: 1 },
        { filter: 'site', count: 1 },
        { filter: 'locations', count: 1 },
      ],
    })
  })

  it('are read as far as they are understood, whatever a newer or older version wrote', () => {
    expect(readFilters({ status: [3], score: 'high', gone: 1, hasTask: true })).toEqual({ status: [3], hasTask: true })
    fc.assert(fc.property(fc.anything(), stored => LeadFilters.safeParse(readFilters(stored)).success))
  })
})

describe('two questions', () => {
  it('are the same when only the order of values or empty filters differ', () => {
    const one = asked('all', { status: [3, 1], type: [], claimedDate: {}, search: '', lastActiveDate: { within: 0 } })
    const other = asked('all', { lastActiveDate: { within: 0, over: null }, status: [1, 3], priceTo: null })
    expect(isSameQuestion(one, other)).toBe(true)
  })

  it('differ by list, by sort, and by any value, also by 0 and by no', () => {
    const base = asked('all', { status: [1] })
    for (const other of [
      asked('leads', { status: [1] }),
      { ...base, sort: '-name' as const },
      asked('all', { status: [1, 2] }),
      asked('all', { status: [1], hasTask: false }),
      asked('all', { status: [1], agent: [0] }),
      asked('all', { status: [1], priceFrom: 0 }),
    ])
      expect(isSameQuestion(base, other)).toBe(false)
  })
})

describe('kept columns', () => {
  it('differ when others are shown, in any order; a view without columns has no opinion', () => {
    expect(hasOtherColumns(['name', 'score'], ['score', 'name'])).toBe(false)
    expect(hasOtherColumns(['name', 'score'], ['name'])).toBe(true)
    expect(hasOtherColumns(null, ['name'])).toBe(false)
  })
})
