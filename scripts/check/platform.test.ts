import { expect, test } from 'vitest'
import { platformProblems } from './platform.ts'

const problemsOf = (text: string, path = 'src/platform/server/calls/serve.ts') => platformProblems([{ path, text }])

test.each([
  ["if (feature === 'people') live.expire()", "'people' is a feature"],
  ["const zone = 'America/Toronto'", '"Toronto" is of this product'],
  ['const sentence = `A home in Toronto`', '"Toronto" is of this product'],
  ["const money = new Intl.NumberFormat('en-CA')", '"en-CA" is of this product'],
  ['const variables = { MLS_URL: null }', '"MLS_" is of this product'],
  ["const brands = ['property', other]", '"property" is of this product'],
  ["const stages = ['mrloft_live']", '"mrloft_" is of this product'],
  ['const number = <p>MLS number</p>', '"MLS" is of this product'],
])('the platform may not know the product: %s', (text, problem) => {
  expect(problemsOf(text, 'src/platform/ui/Piece.tsx')).toEqual([expect.stringContaining(problem)])
})

test('features, tests of the platform, and words of every program may', () => {
  const text = "const zone = 'America/Toronto'"
  expect(problemsOf(text, 'src/features/tasks/demo.ts')).toEqual([])
  expect(problemsOf(text, 'src/platform/web/time/time.test.ts')).toEqual([])
  expect(problemsOf("const property = map.get('search')")).toEqual([])
})
