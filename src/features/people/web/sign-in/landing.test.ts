import { describe, expect, it } from 'vitest'
import { defaultPageOf, isOwnPath, type Lander, wantedPage } from './landing.ts'

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
    '/\t/elsewhere.test',
    '/\r\n/elsewhere.test',
    '/\u0000',
    '/login',
    '/login?from=/x',
    '',
    undefined,
  ])('is never %s', path => {
    expect(isOwnPath(path)).toBe(false)
  })
})

describe('the page that somebody wanted', () => {
  it('is the one they were on', () => {
    expect(wantedPage('/leads?tab=all#x')).toBe('/leads?tab=all#x')
  })
  it('is the one behind the sign-in when they are on the way there, however often they were sent', () => {
    const once = `/login?from=${encodeURIComponent('/duplicates?page=2')}`
    expect(wantedPage(once)).toBe('/duplicates?page=2')
    expect(wantedPage(`/login?from=${encodeURIComponent(once)}`)).toBe('/duplicates?page=2')
  })
  it('is the first one when the sign-in names none, or an address elsewhere', () => {
    expect(wantedPage('/login')).toBe('/')
    expect(wantedPage('/login?from=%2F%2Felsewhere.test')).toBe('/')
  })
})
