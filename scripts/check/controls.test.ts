import { expect, it } from 'vitest'
import { controlProblems } from './controls.ts'

it('finds a field that the browser draws, and says what to use', () => {
  const found = controlProblems([
    { path: 'src/features/tasks/web/TaskForm.tsx', text: '<TextInput type="date" />' },
    { path: 'src/features/tasks/web/Due.tsx', text: '<DateTimeField kind="date" />' },
  ])
  expect(found).toEqual([
    'src/features/tasks/web/TaskForm.tsx: a field of type "date" looks different everywhere; use DateTimeField.',
  ])
})
