import { expect, it } from 'vitest'
import { resembles } from './storage.ts'

const example = { id: 0, title: '', tags: [], note: null }

it('takes what this browser stored when every field is there, in its kind', () => {
  expect(resembles({ id: 7, title: 'Ana', tags: ['x'], note: null, more: 1 }, example)).toBe(true)
  expect(resembles({ id: 7, title: '', tags: [], note: 'any' }, example)).toBe(true)
})

it.each([
  [null],
  ['text'],
  [{}],
  [{ id: '7', title: 'Ana', tags: [], note: null }],
  [{ id: 7, title: 'Ana', tags: {}, note: null }],
  [{ id: 7, title: 'Ana', tags: [] }],
])('refuses %j, which another version may have left', value => {
  expect(resembles(value, example)).toBe(false)
})
