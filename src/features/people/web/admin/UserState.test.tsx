import { expect, it } from 'vitest'
import type { User } from '../../contract/people.ts'
import { stateOf } from './UserState.tsx'

const now = new Date('2026-11-19T16:00:00Z')
const user = (fields: Partial<User>) => ({ is_active: true, last_used_at: null, invitation: null, ...fields }) as User
const at = '2026-11-17T12:00:00Z'
const word = (fields: Partial<User>) => stateOf(user(fields), now).word

it('an account says where it stands', () => {
  expect(word({})).toBe('Active')
  expect(word({ invitation: { state: 'sent', at, problem: null } })).toBe('Invited Nov 17')
  expect(word({ invitation: { state: 'failed', at, problem: 'No mailbox' } })).toBe('Not delivered')
  expect(word({ invitation: { state: 'expired', at, problem: null } })).toBe('Not sent')
  expect(word({ last_used_at: at, invitation: { state: 'failed', at, problem: null } })).toBe('Active')
  expect(word({ last_used_at: at, is_active: false })).toBe('Inactive')
})
