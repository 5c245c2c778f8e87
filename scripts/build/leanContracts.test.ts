import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { droppedPartIn, leanContract } from './leanContracts.ts'

const lean = (code: string) => leanContract(code, parseSync('contract.js', code).program as never)

it('keeps of a call what its request is made of, and nothing that only the server reads', () => {
  const code = lean(
    `const get = read('lead/:id', { right: 'view', input: z.object({ a: z.string() }), output: Lead, summary: 'Reads.' })`,
  )
  expect(code).toContain(`read('lead/:id', {  })`)
  expect(lean(`write('photos', { right: 'x', method: 'DELETE', output: Nothing, files: 'photo' })`)).toBe(
    `write('photos', { method: 'DELETE', files: 'photo' })`,
  )
})

it('cleans every call of a table', () => {
  const code = lean(
    `export const calls = { one: read('one', { output: One }), two: { three: remote('three', { output: Three }) } }`,
  )
  expect(code).not.toMatch(/output|One|Three/)
})

it('marks schemas as parts that may be left out, and leaves functions and plain values as they are', () => {
  expect(lean(`export const Named = z.object({ id: Id })`)).toBe(
    `export const Named = /*#__PURE__*/ (() => (z.object({ id: Id })))()`,
  )
  const plain = `const most = 5\nexport const page = item => z.object({ item })\nfunction isZone() { return read('x') }`
  expect(lean(plain)).toBe(plain)
})

it('declares the same as before', () => {
  const read = (path: string, options: object) => ({ ...options, path })
  const code = lean(`const Named = Object.freeze({ id: 1 }); const call = read('a', { method: 'GET', output: Named })`)
  expect(new Function('read', `${code}; return [Named, call]`)(read)).toEqual([{ id: 1 }, { path: 'a', method: 'GET' }])
})

it('finds a script that reads what browsers do not get', () => {
  expect(droppedPartIn('const Lead = leadCalls.show.output')).toBe('leadCalls.show.output')
  expect(droppedPartIn('call(leadCalls.show, { input: leadCalls.show.path })')).toBeNull()
})
