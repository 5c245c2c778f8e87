import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setDeviceOwner } from '../owner.ts'
import { clearDrafts, draftCount, purgeOldDrafts } from './draftStore.ts'
import { hasDraft, useDraft } from './drafts.ts'

const parse = (stored: unknown) => (typeof stored === 'string' ? stored : null)
const open = () => renderHook(() => useDraft('note-12', '', parse)).result
/** The window goes away, whichever way. */
const leave = () => act(() => void dispatchEvent(new Event('pagehide')))

beforeEach(() => {
  localStorage.clear()
  setDeviceOwner(7)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('what is typed', () => {
  it('is there again when the form is opened anew, and gone once it was sent', () => {
    const form = open()
    act(() => form.current.change('half a sentence'))
    leave()
    const again = open()
    expect(again.current).toMatchObject({ value: 'half a sentence', dirty: true, full: false })
    expect(hasDraft('note-12')).toBe(true)
    act(() => again.current.clear())
    expect(open().current).toMatchObject({ value: '', dirty: false })
  })

  it('is written down under its writer, also when the session ends meanwhile', () => {
    const form = open()
    act(() => form.current.change('mine'))
    setDeviceOwner(null)
    leave()
    setDeviceOwner(8)
    expect(open().current.value).toBe('')
    clearDrafts()
    setDeviceOwner(7)
    expect(open().current.value).toBe('mine')
    expect(draftCount()).toBe(1)
  })

  it('shows in another window of the same person', () => {
    const form = open()
    localStorage.setItem('draft:7:note-12', JSON.stringify({ value: 'typed over there', at: Date.now(), version: '1' }))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'draft:7:note-12' })))
    expect(form.current.value).toBe('typed over there')
    localStorage.removeItem('draft:7:note-12')
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'draft:7:note-12' })))
    expect(form.current).toMatchObject({ value: '', dirty: false })
  })

  it('says that there was no room', () => {
    const form = open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    act(() => form.current.change('too long'))
    leave()
    expect(form.current.full).toBe(true)
  })

  it('is forgotten after a month', () => {
    const form = open()
    act(() => form.current.change('old'))
    leave()
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60 * 1000 })
    purgeOldDrafts()
    expect(draftCount()).toBe(0)
  })
})
