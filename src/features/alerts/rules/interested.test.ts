import { expect, it } from 'vitest'
import { interestedText, whyToNobody } from './interested.ts'

it('says for how many leads a home is, and how many of them saw it', () => {
  expect(interestedText({ count: 7, saw: 3, are_own: true })).toBe('7 of your leads match, 3 saw it')
  expect(interestedText({ count: 1, saw: 0, are_own: true })).toBe('1 of your leads matches, nobody saw it')
  expect(interestedText({ count: 1, saw: 1, are_own: false })).toBe('1 lead matches, 1 saw it')
  expect(interestedText({ count: 40, saw: 0, are_own: false })).toBe('40 leads match, nobody saw it')
})

it('says why a home is sent to nobody', () => {
  const seen = { refusal: null, saw_at: '2026-05-04T13:00:00.000Z' }
  const refused = { refusal: 'No consent to e-mail.', saw_at: null }
  const fresh = { refusal: null, saw_at: null }
  expect(whyToNobody([refused])).toBe('This home can be sent to none of them. The reason is beside each name.')
  expect(whyToNobody([seen, refused])).toMatch(/^Everyone whom it can be sent to has seen this home\./)
  expect(whyToNobody([seen, fresh])).toBe('Choose at least one lead to send this home to.')
})
