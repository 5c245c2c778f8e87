import { expect, test } from 'vitest'
import { sizeProblems } from './sizes.ts'

const lines = (count: number, line = '  void 0\n') => line.repeat(count)

test('what keeps within the limits has no problems', () => {
  const text = `export function short() {\n${lines(78)}}\nexport const also = () => {\n${lines(78)}}\n`
  expect(sizeProblems([{ path: 'src/app/short.ts', text }])).toEqual([])
  expect(sizeProblems([{ path: 'src/app/Page.tsx', text: `export function Page() {\n${lines(148)}}\n` }])).toEqual([])
})

test.each([
  ['a function', `export function long() {\n${lines(79)}}\n`],
  ['an arrow function', `export const long = () => {\n${lines(79)}}\n`],
  ['a handler of a table', `export const handlers = {\n  async long() {\n${lines(79)}  },\n}\n`],
  ['a method', `export class Desk {\n  long() {\n${lines(79)}  }\n}\n`],
])('%s of 81 lines is refused', (_, text) => {
  expect(sizeProblems([{ path: 'src/app/long.ts', text }])).toEqual([
    expect.stringContaining('function long has 81 lines'),
  ])
})

test('a component of 151 lines is refused', () => {
  const text = `export const Page = () => {\n${lines(149)}}\n`
  expect(sizeProblems([{ path: 'src/app/Page.tsx', text }])).toEqual([
    expect.stringContaining('component Page has 151'),
  ])
})

test('a file of 401 lines is refused, and handlers of 301', () => {
  expect(sizeProblems([{ path: 'src/app/web.tsx', text: lines(401) }])).toHaveLength(1)
  expect(sizeProblems([{ path: 'src/features/leads/server/handlers.ts', text: lines(301) }])).toHaveLength(1)
  expect(sizeProblems([{ path: 'src/features/leads/server/queries.ts', text: lines(301) }])).toEqual([])
})
