import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { write } from '../../wire/call.ts'
import { ApiError } from '../calls/apiErrors.ts'
import { useCallForm } from './useCallForm.ts'
import { useReplaceTheirs } from './useReplaceTheirs.ts'

const Label = z.object({ id: z.int(), words: z.string(), version: z.int() })
const rename = write('label/:id', { right: 'signed_in', input: Label.pick({ words: true }), output: Label })

function open(send: (version: number) => Promise<z.infer<typeof Label>>) {
  const onSaved = vi.fn()
  const { result } = renderHook(() => {
    const entry = useCallForm(rename, {
      initial: { words: '', version: 4 },
      inputOf: ({ words }) => ({ id: 7, words }),
      send: (_input, _options, { version }) => send(version),
      onSaved,
    })
    return { ...entry, failure: useReplaceTheirs(entry, 'label') }
  })
  return { form: result, onSaved, submit: () => act(() => result.current.submit()) }
}

const theirs = { id: 7, words: 'By the door', version: 5 }

it('keeps what was typed over what somebody else saved, says so, and replaces theirs when it is saved again', async () => {
  const based: number[] = []
  const { form, onSaved, submit } = open(async version => {
    based.push(version)
    if (version < theirs.version) throw new ApiError('Stale.', { code: 'stale', status: 412, data: theirs })
    return { ...theirs, words: 'By the window', version: 6 }
  })
  act(() => form.current.form.setFieldValue('words', 'By the window'))
  await submit()
  expect(form.current.failure).toBe(
    'Someone else changed this label. Your text is still here: save again to replace theirs.',
  )
  expect(form.current.form.values.words).toBe('By the window')
  await submit()
  expect(based).toEqual([4, 5])
  expect(onSaved).toHaveBeenCalledWith({ id: 7, words: 'By the window', version: 6 })
  expect(form.current.failure).toBeNull()
})

it('says any other failure as it is', async () => {
  const { form, submit } = open(async () => {
    throw new ApiError('The label is gone.', { code: 'not_found', status: 404 })
  })
  await submit()
  expect(form.current.failure).toBe('The label is gone.')
  expect(form.current.form.values.version).toBe(4)
})
