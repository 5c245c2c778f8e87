import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { UploadOptions } from '../calls/uploads/upload.ts'
import { useUpload } from './useUpload.ts'

/** A line on which files go out; the test says how far they are, and when they have arrived. */
function line() {
  const sent: { options: UploadOptions; arrive(answer: string): void; fail(error: Error): void }[] = []
  const send = (_file: string, options: UploadOptions) =>
    new Promise<string>((arrive, fail) => {
      sent.push({ options, arrive, fail })
      options.signal.addEventListener('abort', () => fail(new Error('aborted')))
    })
  const [onSent, onFailed] = [vi.fn(), vi.fn()]
  const { result, unmount } = renderHook(() => useUpload({ send, onSent, onFailed }))
  return { result, sent, onSent, onFailed, unmount }
}

it('says how far files are, and when they have arrived', async () => {
  const { result, sent, onSent } = line()
  expect(result.current.share).toBeNull()
  act(() => result.current.start('kitchen.jpg'))
  expect(result.current.share).toBe(0)
  act(() => sent[0]?.options.onProgress(0.5))
  expect(result.current.share).toBe(0.5)
  await act(async () => sent[0]?.arrive('photo 7'))
  expect(result.current.share).toBeNull()
  expect(onSent).toHaveBeenCalledWith('photo 7', 'kitchen.jpg')
})

it('ends an upload that is cancelled without a word, and takes the next', async () => {
  const { result, sent, onSent, onFailed } = line()
  act(() => result.current.start('kitchen.jpg'))
  await act(async () => result.current.cancel())
  expect(sent[0]?.options.signal.aborted).toBe(true)
  expect(result.current.share).toBeNull()
  act(() => result.current.start('garden.jpg'))
  expect(sent).toHaveLength(2)
  expect([onSent, onFailed].every(said => said.mock.calls.length === 0)).toBe(true)
})

it('says what went wrong', async () => {
  const { result, sent, onFailed } = line()
  act(() => result.current.start('kitchen.jpg'))
  await act(async () => sent[0]?.fail(new Error('too large')))
  expect(onFailed).toHaveBeenCalledWith(new Error('too large'))
  expect(result.current.share).toBeNull()
})

it('ends what is on its way when the screen is left', () => {
  const { result, sent, unmount } = line()
  act(() => result.current.start('kitchen.jpg'))
  unmount()
  expect(sent[0]?.options.signal.aborted).toBe(true)
})
