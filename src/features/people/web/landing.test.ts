import { describe, expect, it } from 'vitest'
import { defaultPageOf, isOwnPath, type Lander } from './landing.ts'

const agent: Lander = { roles: [{ name: 'agent' }], is_agent: true, is_admin: false, tasksCount: 0 }
const withRole = (name: string, more: Partial<Lander> = {}): Lander => ({
  roles: [{ name }],
  is_agent: false,
  is_admin: false,
  tasksCount: 0,
  ...more,
})

describe('the first page after signing in', () => {
  it.each([
    ['a deals administrator works on deals', withRole('deals_admin'), '/deals'],
    ['the front desk works on deals', withRole('front_desk'), '/deals'],
    ['a deals administrator with tasks still works on deals', withRole('deals_admin', { tasksCount: 3 }), '/deals'],
    ['a super administrator sees all leads', withRole('super_admin', { is_admin: true }), '/leads'],
    [
      'a super administrator with tasks sees all leads',
      withRole('super_admin', { is_agent: true, tasksCount: 9 }),
      '/leads',
    ],
    ['an administrator who is no agent sees all leads', withRole('admin', { is_admin: true, tasksCount: 4 }), '/leads'],
    [
      'an administrator who is an agent starts as an agent',
      withRole('admin', { is_admin: true, is_agent: true }),
      '/leads_v2',
    ],
    ['an agent with tasks starts with the tasks', { ...agent, tasksCount: 1 }, '/tasks'],
    ['an agent without tasks starts with their leads', agent, '/leads_v2'],
  ])('%s', (_sentence, person, page) => {
    expect(defaultPageOf(person)).toBe(page)
  })
})

describe('the page that somebody came from', () => {
  it('is any address of the product', () => {
    expect(isOwnPath('/leads?tab=all#x')).toBe(true)
    expect(isOwnPath('/')).toBe(true)
  })
  it.each([
    'https://elsewhere.test',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/login',
    '/login?from=/x',
    '',
    undefined,
  ])('is never %s', path => {
    expect(isOwnPath(path)).toBe(false)
  })
})
