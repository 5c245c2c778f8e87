import { expect, it } from 'vitest'
import { type Incoming, type Mergeable, strangerName } from './merge.ts'

const lead = {
  first_name: 'Yuki',
  last_name: 'Huang',
  email: 'yuki@people.test',
  email_private: null,
  phone: '+14165550182',
  phone_private: null,
} as Mergeable
const row = (change: Partial<Incoming>) => ({ first_name: '', last_name: '', email: null, ...change }) as Incoming

it('names whoever has the phone of a lead under another name', () => {
  const robin = { first_name: 'Robin', last_name: 'Oduya' }
  expect(strangerName(lead, row({ ...robin, email: 'robin@people.test' }))).toBe('Robin Oduya')
  expect(strangerName(lead, row(robin))).toBe('Robin Oduya')
})

it.each([
  ['has the same e-mail', { first_name: 'Robin', email: 'YUKI@people.test' }],
  ['has a shorter name', { first_name: 'yuki' }],
  ['has no name', {}],
])('names nobody who %s', (_what, change) => {
  expect(strangerName(lead, row(change))).toBeNull()
})
