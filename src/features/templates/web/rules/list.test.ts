import { describe, expect, it } from 'vitest'
import type { Template } from '../../contract.ts'
import { listOf, mayChangeTemplate } from '../../rules/templates.ts'
import type { NewTemplate } from '../pending.ts'
import { answeredOf, countOf, grouped, timesUsed } from './list.ts'

const template = (id: number, fields: Partial<Template> = {}): Template => ({
  id,
  name: `T${id}`,
  subject: '',
  content: 'Hello',
  platform: 'text',
  is_marketing: false,
  is_preconstruction: false,
  is_own: true,
  may_change: true,
  uses: 0,
  uses_this_month: 0,
  sent: 0,
  answered: 0,
  updated_at: '2026-11-22T10:00:00.000000Z',
  updated_by: null,
  version: 1,
  ...fields,
})
const adding: NewTemplate[] = [{ ...template(0), id: 'new_1', name: 'On its way' }]
const templates = [
  template(1, { uses: 3 }),
  template(2, { uses: 20, platform: 'email' }),
  template(3, { is_own: false, uses: 90 }),
  template(4, { is_own: false, is_marketing: true, platform: 'email' }),
]
const names = (asked: Parameters<typeof grouped>[1]) =>
  grouped({ templates, adding }, asked).map(group => [group.label, ...group.templates.map(({ name }) => name)])

describe('the list of templates', () => {
  it('has one’s own, default and marketing ones, most used first, and what is on its way last', () => {
    expect(names({ shown: 'all', search: '' })).toEqual([
      ['Yours', 'T2', 'T1', 'On its way'],
      ['Default', 'T3'],
      ['Marketing', 'T4'],
    ])
  })

  it('is narrowed to a kind and by name; marketing is a kind of its own', () => {
    expect(names({ shown: 'email', search: '' })).toEqual([['Yours', 'T2']])
    expect(names({ shown: 'marketing', search: '' })).toEqual([['Marketing', 'T4']])
    expect(names({ shown: 'all', search: 'WAY' })).toEqual([['Yours', 'On its way']])
    expect(countOf(templates, 'text')).toBe(2)
  })

  it('shows a template that was just saved where the server will answer it', () => {
    expect(templates.map(listOf)).toEqual(['customText', 'customEmail', 'defaultText', 'marketing'])
  })
})

describe('a template', () => {
  it('has a share of answers from ten messages on, and says before that there are too few', () => {
    expect(answeredOf({ sent: 0, answered: 0 })).toBe('no answers counted yet')
    expect(answeredOf({ sent: 9, answered: 9 })).toBe('9 counted, too few for an answer rate')
    expect(answeredOf({ sent: 10, answered: 0 })).toBe('0% answered within 7 days')
    expect(timesUsed({ uses: 34, sent: 33, answered: 7 })).toBe('34 × · 21% answered')
  })

  it('is changed by its owner, one of the brokerage by administrators', () => {
    const agent = { user_id: 7, isAdmin: false }
    const admin = { user_id: 8, isAdmin: true }
    expect([7, 8, null].map(owner => mayChangeTemplate(owner, agent))).toEqual([true, false, false])
    expect([7, 8, null].map(owner => mayChangeTemplate(owner, admin))).toEqual([false, true, true])
  })
})
