import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { notify, useNotices } from './notices.ts'

it('a notice that waits to be closed stays while others come and go, for as long as there is room', () => {
  const shown = () => renderHook(useNotices).result.current.map(({ message }) => message)
  notify('Your export of 3 leads is ready.', { stay: null })
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dev']) notify(`${name} has been moved.`)
  expect(shown()).toEqual([
    'Your export of 3 leads is ready.',
    'Ben has been moved.',
    'Cleo has been moved.',
    'Dev has been moved.',
  ])
  for (const hour of ['1:00', '2:00', '3:00', '4:00']) notify(`Call at ${hour}`, { stay: null })
  expect(shown()).toEqual(['Dev has been moved.', 'Call at 2:00', 'Call at 3:00', 'Call at 4:00'])
  notify('Eli has been moved.')
  notify('Call at 5:00', { stay: null })
  expect(shown()).toEqual(['Call at 3:00', 'Call at 4:00', 'Eli has been moved.', 'Call at 5:00'])
})
