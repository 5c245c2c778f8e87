import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { write } from '../../wire/call.ts'
import { useCallForm } from './useCallForm.ts'

const Cup = z.object({ colour: z.string().min(1, 'Choose a colour.'), size: z.int() })
const paint = write('cup/:id', { right: 'signed_in', input: Cup, output: z.object({ id: z.int() }) })

interface Sent {
  body: string
  headers: Headers
}
let sent: Sent[] = []
let answers: Response[] = []
const saved = (data: unknown) => Response.json({ status: 1, data, message: '', error: '' })
const refused = (status: number, error: string, message: unknown, data: unknown = null) =>
  Response.json({ status: 0, data, message, error }, { status })

beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push({ body: String(init.body), headers: init.headers as Headers })
    return answers.shift() ?? saved({ id: 7 })
  })
})
afterEach(() => vi.unstubAllGlobals())

type Options = Partial<Parameters<typeof useCallForm<typeof paint, { colour: string; size: string }>>[1]>

function open(options: Options = {}) {
  const onSaved = vi.fn()
  const { result } = renderHook(() =>
    useCallForm(paint, {
      initial: { colour: '', size: '3' },
      inputOf: ({ colour, size }) => ({ id: 7, colour, size: Number(size) }),
      onSaved,
      ...options,
    }),
  )
  return { form: result, onSaved, submit: () => act(() => result.current.submit()) }
}

it('sends what it holds, and says what was answered', async () => {
  const { form, onSaved, submit } = open({ version: 4 })
  act(() => form.current.form.setFieldValue('colour', 'blue'))
  await submit()
  expect(sent[0]?.body).toBe('colour=blue&size=3')
  expect(sent[0]?.headers.get('if-match')).toBe('"4"')
  expect(onSaved).toHaveBeenCalledWith({ id: 7 })
  expect(form.current).toMatchObject({ failure: null, isSending: false })
})

it('sends nothing that its own schema refuses', async () => {
  const { form, submit } = open({ schema: z.object({ id: z.int(), ...Cup.shape }) })
  await submit()
  expect(sent).toEqual([])
  expect(form.current.form.errors).toEqual({ colour: 'Choose a colour.' })
})

it('puts the sentences of the server at their fields, and all of them beside the button', async () => {
  answers = [
    refused(422, 'validation', { colour: ['Blue is sold out.'] }),
    refused(422, 'validation', { shelf: ['Full.'] }),
  ]
  const { form, submit } = open()
  await submit()
  expect(form.current).toMatchObject({
    failure: 'Validation Error: Please fix the identified issue - Blue is sold out.',
    form: { errors: { colour: 'Blue is sold out.' } },
  })
  await submit()
  expect(form.current.failure).toBe('Validation Error: Please fix the identified issue - Full.')
})

it('says that the server failed where nothing was answered that anybody could read', async () => {
  answers = [new Response('<h1>502 Bad Gateway</h1>', { status: 502 }), new Response(null, { status: 500 })]
  const { form, submit } = open()
  await submit()
  expect(form.current.failure).toBe('Something went wrong on the server. Nothing is lost: try again in a moment.')
  await submit()
  expect(form.current.failure).toBe('Something went wrong on the server. Nothing is lost: try again in a moment.')
})

it('counts once, however often it is sent', async () => {
  answers = [refused(503, 'unavailable', 'The database is away.')]
  const { form, submit } = open()
  await submit()
  expect(form.current.failure).toBe('The database is away.')
  await submit()
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

it('shows the record as somebody else left it', async () => {
  answers = [refused(412, 'stale', 'Someone else has changed this since you opened it.', { id: 7, colour: 'red' })]
  const { form, submit } = open({ version: 4 })
  await submit()
  expect(form.current.conflict).toEqual({ id: 7, colour: 'red' })
})

it('sends nothing that its own checks refuse, be they slow', async () => {
  const { form, submit } = open({ check: async () => ({ size: ['There is no such size.'] }) })
  await submit()
  expect(sent).toEqual([])
  expect(form.current).toMatchObject({ isSending: false, form: { errors: { size: 'There is no such size.' } } })
})

it('says what the product says of a failure, and no more once that was dealt with', async () => {
  answers = [refused(409, 'duplicate', 'There is one.', { cup: 3 })]
  const { form, submit } = open({ failed: () => 'Failed to paint.' })
  await submit()
  expect(form.current).toMatchObject({ failure: 'Failed to paint.', refusal: { code: 'duplicate', data: { cup: 3 } } })
  act(() => form.current.clearFailure())
  expect(form.current).toMatchObject({ failure: null, refusal: null })
})

it('sends the next of a form that stays open with another key', async () => {
  const { submit } = open({ staysOpen: true })
  await submit()
  await submit()
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBeTruthy()
  expect(second).not.toBe(first)
})

it('is sent another way where one is given', async () => {
  const ways: unknown[] = []
  const { onSaved, submit } = open({
    version: 4,
    async send(...way) {
      ways.push(...way)
      return { id: 9 }
    },
  })
  await submit()
  expect(ways).toEqual([
    { id: 7, colour: '', size: 3 },
    { idempotencyKey: expect.any(String), ifMatch: '"4"' },
    { colour: '', size: '3' },
  ])
  expect(onSaved).toHaveBeenCalledWith({ id: 9 })
  expect(sent).toEqual([])
})
