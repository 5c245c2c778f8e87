import { expect, test } from 'vitest'
import { keepsAnswer } from './offline.ts'

const asked = (pathname: string, { method = 'GET', signedIn = true } = {}) => ({
  request: { method, headers: new Headers(signedIn ? { authorization: 'Bearer x' } : {}) },
  url: { pathname },
  sameOrigin: true,
})

/** The function as the service worker gets it. */
const travelled = new Function(`return (${keepsAnswer.toString()})`)() as typeof keepsAnswer

test.each([
  '/crm/leads',
  '/crm/lead/12',
  '/crm/lead/12/timeline',
  '/crm/task/today',
  '/crm/tags',
  '/crm/areas',
  '/crm/sites',
  '/crm/agents',
  '/crm/views',
  '/crm/lead-sources',
  '/crm/milestone-types',
  '/crm/notifications',
  '/crm/transfers',
  '/crm/user',
  '/crm/showings',
  '/crm/requests',
  '/crm/duplicates',
  '/crm/feature/my-leads',
])('%s is readable without a network', pathname => {
  expect(travelled(asked(pathname))).toBe(true)
})

test.each(['/crm/leadsx', '/crm/imports', '/crm/audit', '/crm/search', '/crm/users', '/v1/leads', '/crm/'])(
  '%s is not',
  pathname => {
    expect(travelled(asked(pathname))).toBe(false)
  },
)

test('what somebody sends, or reads without signing in, is never kept', () => {
  expect(travelled(asked('/crm/lead/12', { method: 'POST' }))).toBe(false)
  expect(travelled(asked('/crm/leads', { signedIn: false }))).toBe(false)
})
