import { describe, expect, it } from 'vitest'
import { closedSentence, signedAt, signInProblems, signInStateAt, takesWaiting } from './rules.ts'

const house = { starts_at: '2026-11-29T19:00:00Z', ends_at: '2026-11-29T21:00:00Z', is_cancelled: false }
const at = (time: string) => new Date(`2026-11-${time}:00Z`)

describe('whether visitors can sign in', () => {
  it.each([
    ['29T16:59', 'early'],
    ['29T17:00', 'open'],
    ['30T03:00', 'open'],
    ['30T03:01', 'over'],
  ] as const)('follows from the hours: %s is %s', (time, state) => {
    expect(signInStateAt(house, at(time))).toBe(state)
  })

  it('ends when the open house is cancelled', () => {
    expect(signInStateAt({ ...house, is_cancelled: true }, at('29T19:30'))).toBe('cancelled')
  })

  it('is said in the zone of the brokerage', () => {
    expect(closedSentence('early', house, 'America/Toronto')).toBe('Sign-in opens on Sunday, November 29 at 12:00 PM.')
    expect(closedSentence('over', house, 'America/Toronto')).toBe('Sign-in closed on Sunday, November 29 at 10:00 PM.')
    expect(closedSentence('cancelled', house, 'America/Toronto')).toBe('This open house was cancelled.')
  })
})

describe('a sign-in that waited on the tablet', () => {
  it('is taken for a week after the page closed, and not before it opened', () => {
    expect(takesWaiting(house, at('29T16:00'))).toBe(false)
    expect(takesWaiting(house, new Date('2026-12-07T02:59:00Z'))).toBe(true)
    expect(takesWaiting(house, new Date('2026-12-07T03:01:00Z'))).toBe(false)
  })

  it('was at the time that the tablet says, as far as that can be true', () => {
    const now = at('30T12:00')
    expect(signedAt(house, at('29T19:30'), now)).toEqual(at('29T19:30'))
    expect(signedAt(house, at('01T08:00'), now)).toEqual(at('29T17:00'))
    expect(signedAt(house, new Date('2030-01-01T00:00:00Z'), now)).toEqual(at('30T03:00'))
    expect(signedAt(house, new Date('2030-01-01T00:00:00Z'), at('29T20:00'))).toEqual(at('29T20:00'))
  })
})

describe('what a visitor typed', () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@people.test', phone: '' }

  it('needs a name and one way to be reached', () => {
    expect(signInProblems(ada)).toEqual({})
    expect(signInProblems({ ...ada, email: '', phone: '(416) 555-0142' })).toEqual({})
    expect(Object.keys(signInProblems({ name: ' ', email: '', phone: ' ' }))).toEqual(['name', 'email'])
  })

  it.each(['ada', 'ada@people', 'ada @people.test', '@people.test', 'ada@people.test.'])(
    'is refused as an e-mail address: %s',
    email => {
      expect(Object.keys(signInProblems({ ...ada, email }))).toEqual(['email'])
    },
  )

  it.each(['12345', 'call me', '1234567890123456'])('is refused as a phone number: %s', phone => {
    expect(Object.keys(signInProblems({ ...ada, phone }))).toEqual(['phone'])
  })
})
