import { expect, it } from 'vitest'
import { isAcceptance } from './textAnswer.ts'

it('a text accepts an offer when it says so and nothing else', () => {
  for (const text of ['1', ' 1. ', 'yes', 'YES!', 'Oui', 'oui \n']) expect(isAcceptance(text), text).toBe(true)
  for (const text of ['', '11', '2', 'no', 'yes please call me', 'stop', '1 2'])
    expect(isAcceptance(text), text).toBe(false)
})
