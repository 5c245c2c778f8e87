import { expect, it } from 'vitest'
import { parsedForeign } from './json.ts'

it('ids of others keep all their digits, and other numbers stay numbers', () => {
  expect(parsedForeign('{"id": 7700000000000000001, "price": 12.5, "form": 40000000000}')).toEqual({
    id: '7700000000000000001',
    price: 12.5,
    form: 40_000_000_000,
  })
})
