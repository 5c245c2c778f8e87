import { act, renderHook } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { write } from '../../wire/call.ts'
import { setDeviceOwner } from '../owner.ts'
import { hasDraft } from './drafts.ts'
import { useDraftForm } from './useDraftForm.ts'

const Cup = z.object({ colour: z.string() })
const paint = write('cup/:id', { right: 'signed_in', input: Cup, output: z.object({ id: z.int() }) })
const initial = { colour: '' }
const parse = (stored: unknown) => Cup.safeParse(stored).data ?? null

beforeEach(() => {
  localStorage.clear()
  setDeviceOwner(7)
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  renderHook(() =>
    useDraftForm(paint, {
      initial,
      draft: { name: 'cup-7', parse },
      inputOf: ({ colour }) => ({ id: 7, colour }),
      onSaved: () => undefined,
    }),
  )

it('is found again as it was left, and is new once it was sent', async () => {
  const answer = { status: 1, data: { id: 7 }, message: '', error: '' }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const { result, unmount } = open()
  expect(result.current.draft.dirty).toBe(false)
  act(() => result.current.form.setFieldValue('colour', 'blue'))
  expect(result.current.draft.dirty).toBe(true)
  unmount()
  const again = open().result
  expect(again.current.form.values).toEqual({ colour: 'blue' })
  await act(() => again.current.submit())
  expect(hasDraft('cup-7')).toBe(false)
  expect(again.current).toMatchObject({ draft: { dirty: false }, form: { values: { colour: '' } } })
})

it('is empty again once it was sent, for the next', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 1, data: { id: 7 }, message: '', error: '' }))
  const { result, unmount } = open()
  for (const colour of ['blue', 'red']) {
    act(() => result.current.form.setFieldValue('colour', colour))
    await act(() => result.current.submit())
    expect(result.current).toMatchObject({ form: { values: { colour: '' } }, draft: { dirty: false } })
  }
  unmount()
})

it('loses no key of somebody who types faster than it is drawn', () => {
  const { result, unmount } = open()
  const type = (colour: string) => result.current.form.setFieldValue('colour', colour)
  act(() => {
    for (const colour of ['b', 'bl', 'blu', 'blue']) flushSync(() => type(colour))
    type('blues')
  })
  expect(result.current).toMatchObject({
    form: { values: { colour: 'blues' } },
    draft: { value: { colour: 'blues' }, dirty: true },
  })
  unmount()
})

it('shows what another window types, without calling it its own', () => {
  const { result } = open()
  localStorage.setItem('draft:7:cup-7', JSON.stringify({ value: { colour: 'red' }, at: Date.now(), version: '1' }))
  const write = vi.spyOn(Storage.prototype, 'setItem')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'draft:7:cup-7' })))
  expect(result.current.form.values).toEqual({ colour: 'red' })
  act(() => void dispatchEvent(new Event('pagehide')))
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
  act(() => result.current.form.setFieldValue('colour', 'green'))
  expect(result.current.form.values).toEqual({ colour: 'green' })
})

it('keeps what was refused', async () => {
  const refusal = { status: 0, data: null, message: 'The kiln is cold.', error: 'unavailable' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 503 }))
  const { result } = open()
  act(() => result.current.form.setFieldValue('colour', 'blue'))
  await act(() => result.current.submit())
  expect(result.current).toMatchObject({ failure: 'The kiln is cold.', draft: { dirty: true } })
})
