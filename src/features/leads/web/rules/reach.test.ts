import { describe, expect, it } from 'vitest'
import { withdrawnSentence } from '../../rules.ts'
import { mayTryText, type Reached, reachOf } from './reach.ts'
import { whyNotReached } from './unreached.ts'

const lead: Reached = {
  email: 'ana@people.test',
  email_private: null,
  phone: '+14165550134',
  phone_private: null,
  is_email_valid: true,
  is_phone_valid: true,
  text_validated: true,
  withdrawn_channels: [],
}

describe('a lead is reached', () => {
  it('in every way that works', () => {
    expect(reachOf(lead)).toEqual({ call: true, email: true, text: true })
    expect(reachOf({ ...lead, text_validated: false })).toEqual({ call: true, email: true, text: false })
    expect(mayTryText({ ...lead, text_validated: false })).toBe(true)
    expect(reachOf({ ...lead, is_phone_valid: false })).toEqual({ call: false, email: true, text: false })
  })

  it('on no channel that they took back, and whoever looks is told why', () => {
    const left: Reached = { ...lead, withdrawn_channels: ['email', 'text'] }
    expect(reachOf(left)).toEqual({ call: true, email: false, text: false })
    expect(mayTryText(left)).toBe(false)
    expect(whyNotReached(left)).toMatchObject({
      email: 'This lead has withdrawn consent for e-mail.',
      text: 'This lead has withdrawn consent for texts.',
    })
    expect(withdrawnSentence('email', 'text', 'call')).toBe(
      'This lead has withdrawn consent for e-mail, texts and calls.',
    )
  })

  it('by what is known of them, and whoever looks is told what is missing', () => {
    const unknown: Reached = { ...lead, phone: null, is_email_valid: false, text_validated: false }
    expect(reachOf(unknown)).toEqual({ call: false, email: false, text: false })
    expect(whyNotReached(unknown)).toEqual({
      call: 'No phone number',
      email: 'E-mail address does not work',
      text: 'No phone number',
    })
    expect(whyNotReached({ ...lead, text_validated: false }).text).toBe('The number has not taken a text yet')
  })
})
