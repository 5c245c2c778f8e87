import { expect, it } from 'vitest'
import { interestedText } from './interested.ts'

it('says for how many leads a home is, and how many of them saw it', () => {
  expect(interestedText({ count: 7, saw: 3, are_own: true })).toBe('7 of your leads match, 3 saw it')
  expect(interestedText({ count: 1, saw: 0, are_own: true })).toBe('1 of your leads matches, nobody saw it')
  expect(interestedText({ count: 1, saw: 1, are_own: false })).toBe('1 lead matches, 1 saw it')
  expect(interestedText({ count: 40, saw: 0, are_own: false })).toBe('40 leads match, nobody saw it')
})
