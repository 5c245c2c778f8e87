import { expect, test } from 'vitest'
import { plumbingProblems } from './plumbing.ts'

const path = 'src/features/tasks/web/client.ts'
const problems = (text: string, at = path, notMoved: readonly string[] = []) =>
  plumbingProblems([{ path: at, text }], notMoved)

const breaks = [
  ["export const query = { queryKey: ['tasks'], queryFn: () => [] }\n", 'the key of a query'],
  ['export const refetch = client => client.invalidateQueries({ queryKey: keys.all })\n', 'invalidateQueries'],
  ["export const stop = listenLive('tasks', () => {})\n", 'listenLive'],
  ["export const useTasks = () => useLive('tasks', () => {})\n", 'useLive'],
] as const

test.each(breaks)('%s is refused in a feature and on a screen', (text, said) => {
  expect(problems(text)).toEqual([expect.stringContaining(said)])
  expect(problems(text, 'src/screens/tasks/TasksScreen.tsx')).toEqual([expect.stringContaining(said)])
})

test.each(breaks)('%s may stand in the platform, in tests, and where it has not been moved yet', text => {
  expect(problems(text, 'src/platform/web/calls/queryOf.ts')).toEqual([])
  expect(problems(text, 'src/features/tasks/web/client.test.ts')).toEqual([])
  expect(problems(text, path, ['src/features/tasks/web/'])).toEqual([])
})

test('a query that names its call and its topics is fine, as is its key for what is in the cache', () => {
  const text = `export const all = queryOf(calls.list, {}, { topics: ['tasks'] })
  export const known = client => client.getQueryData({ queryKey: all.queryKey })\n`
  expect(problems(text)).toEqual([])
})
