import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { closeNotice, type Notice, useNotices } from '../page/notices.ts'
import { ApiError } from './apiErrors.ts'
import { undoable } from './undoable.ts'

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current
const press = (label: string) =>
  notices()
    .find(({ action }) => action?.label === label)
    ?.action?.run()
// Other tests may have said things before.
beforeEach(() => {
  for (const { id } of notices()) closeNotice(id)
})

/** A lamp that somebody switches on; `refusals` says how often the server refuses first. */
function lamp(refusals = 0) {
  const state = { isOn: false, isKnown: false, settled: 0 }
  let left = refusals
  return {
    state,
    action: {
      show: () => {
        state.isOn = true
        return () => void Object.assign(state, { isOn: false })
      },
      run: async () => {
        if (left-- > 0) throw new ApiError('The fuse is out.')
        state.isKnown = true
        return 'lamp 7'
      },
      said: (name: string) => `${name} is on.`,
      undo: async () => void Object.assign(state, { isOn: false, isKnown: false }),
      settle: () => void state.settled++,
    },
  }
}

it('shows at once, says what was done, and takes it back', async () => {
  const { state, action } = lamp()
  expect(await undoable(action)).toBe('lamp 7')
  expect(state).toEqual({ isOn: true, isKnown: true, settled: 1 })
  expect(notices()).toMatchObject([{ message: 'lamp 7 is on.', tone: 'done' }])
  press('Undo')
  await expect.poll(() => state).toEqual({ isOn: false, isKnown: false, settled: 2 })
})

it('puts back what was refused, says why, and tries again on request', async () => {
  const { state, action } = lamp(1)
  expect(await undoable(action)).toBeNull()
  expect(state).toMatchObject({ isOn: false, isKnown: false, settled: 1 })
  expect(notices()).toMatchObject([{ message: 'The fuse is out.', tone: 'failed' }])
  press('Retry')
  await expect.poll(() => state).toEqual({ isOn: true, isKnown: true, settled: 2 })
})

it('says the sentence that the product has for a failure, or nothing where it has none', async () => {
  await undoable({ ...lamp(1).action, failed: 'Failed to switch on the lamp.' })
  await undoable({ ...lamp(1).action, failed: null })
  expect(notices().map(({ message }) => message)).toEqual(['Failed to switch on the lamp.'])
})

it('says so when it could not be taken back', async () => {
  const { action } = lamp()
  await undoable({ ...action, undo: () => Promise.reject(new ApiError('Too late.')) })
  press('Undo')
  await expect.poll(() => notices().map(({ message }) => message)).toEqual(['lamp 7 is on.', 'Too late.'])
})

it('offers once more to take it back where that failed', async () => {
  const { state, action } = lamp()
  let left = 1
  const undo = () => (left-- > 0 ? Promise.reject(new ApiError('The line is busy.')) : action.undo())
  await undoable({ ...action, undo })
  press('Undo')
  await expect.poll(() => notices().map(({ message }) => message)).toContain('The line is busy.')
  press('Retry')
  await expect.poll(() => state.isOn).toBe(false)
})

it('says the sentence that the product has for what could not be taken back', async () => {
  const undo = () => Promise.reject(new ApiError('Too late.'))
  await undoable({ ...lamp().action, undo, undoFailed: 'We couldn’t switch it off.' })
  press('Undo')
  await expect.poll(() => notices().map(({ message }) => message)).toContain('We couldn’t switch it off.')
})

it('offers nothing to undo where nothing can be undone', async () => {
  const { undo: _, ...action } = lamp().action
  await undoable(action)
  expect(notices()).toMatchObject([{ action: null }])
})
