import { expect, it } from 'vitest'
import { z } from 'zod'
import { conflict } from '../errors.ts'
import { whyOf, whyOfOutput } from './why.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

it.each([
  [
    withCode('connect ECONNREFUSED 10.0.0.7:443', 'ECONNREFUSED'),
    'The other side could not be reached (ECONNREFUSED).',
  ],
  [
    new Error('fetch failed', { cause: withCode('getaddrinfo', 'ENOTFOUND') }),
    'The other side could not be reached (ENOTFOUND).',
  ],
  [new DOMException('The operation timed out', 'TimeoutError'), 'No answer came in time.'],
  [withCode('no space left', 'ENOSPC'), 'There was no room left on the disk.'],
  [withCode('duplicate key: (ada@people.test)', '23505'), 'The database did not accept it (23505).'],
  [withCode('the database system is shutting down', '57P03'), 'The database was away or had no room.'],
  [new TypeError('undefined is not a function'), 'A fault in Keyturn (TypeError). The log of the server says more.'],
  [z.object({ id: z.int() }).safeParse({}).error, 'A fault in Keyturn (ZodError). The log of the server says more.'],
  [conflict('This lead was merged.'), 'This lead was merged.'],
])('says why work failed in words: %s', (error, said) => {
  expect(whyOf(error)).toBe(said)
})

it('keeps people out of what is said, and the trace of the code', () => {
  const error = new Error(
    '550 <ada.obi@people.test> unknown, call +1 (416) 555-0134 or "Ada Obi"\n    at send (mail.ts:3)',
  )
  expect(whyOf(error)).toBe('550 <[address]> unknown, call [number] or …')
})

it('knows what the queue writes down of work that never came back', () => {
  expect(whyOfOutput({ value: { message: 'job heartbeat timeout' } })).toMatch(/process that ran it stopped/)
  expect(whyOfOutput({ value: { message: 'job timed out' } })).toMatch(/took too long/)
  expect(whyOfOutput({ value: 'pg-boss shut down while active' })).toMatch(/was stopped while it ran/)
  expect(whyOfOutput({ why: 'The disk is full.' })).toBe('The disk is full.')
  expect(whyOfOutput(null)).toBe('No reason was given.')
})
