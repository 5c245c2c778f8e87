import { expect, it } from 'vitest'
import { matchingHomes } from './wording.ts'

it('says how many homes an alert finds now', () => {
  expect([0, 1, 1400].map(matchingHomes)).toEqual(['0 homes match now', '1 home matches now', '1,400 homes match now'])
})
