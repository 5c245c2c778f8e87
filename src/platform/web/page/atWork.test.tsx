import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useIsAtWork } from './atWork.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

it.each([
  ['a menu is open', '<div role="menu"></div>'],
  ['a dialog is open', '<section aria-modal="true"></section>'],
])('somebody is at work while %s', async (_, html) => {
  const { result } = renderHook(() => useIsAtWork())
  expect(result.current).toBe(false)
  const open = document.createElement('div')
  open.innerHTML = html
  act(() => document.body.append(open))
  await waitFor(() => expect(result.current).toBe(true))
  act(() => open.remove())
  await waitFor(() => expect(result.current).toBe(false))
})

it('somebody is at work in a field, and not on a button', async () => {
  const { result } = renderHook(() => useIsAtWork())
  const [field, button] = [document.createElement('input'), document.createElement('button')]
  document.body.append(field, button)
  act(() => field.focus())
  await waitFor(() => expect(result.current).toBe(true))
  act(() => button.focus())
  await waitFor(() => expect(result.current).toBe(false))
})
