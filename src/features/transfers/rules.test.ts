import { expect, it } from 'vitest'
import { mayReject, receivedText, sentText, tooLateForReceiver, tooLateForSender } from './rules.ts'

const from_agent = { fullname: 'Maya Lindqvist' }
const to_agent = { fullname: 'Theo Marchetti' }

it('a lead is told of in the words of the specification', () => {
  expect(receivedText({ kind: 'transfer', from_agent })).toBe('Maya Lindqvist has sent you the following lead:')
  expect(receivedText({ kind: 'assignment', from_agent: null })).toBe('You have been assigned the following lead:')
  expect(receivedText({ kind: 'offer', from_agent: null })).toBe('You have been assigned the following lead:')
  expect(sentText({ to_agent })).toBe('You have sent Theo Marchetti the following lead:')
})

it('only what has happened already cannot be rejected', () => {
  expect([mayReject({ kind: 'transfer' }), mayReject({ kind: 'offer' }), mayReject({ kind: 'assignment' })]).toEqual([
    true,
    true,
    false,
  ])
})

it('who comes too late hears why', () => {
  const ended = { to: 'Theo Marchetti', withdrawn_by: null, taken_by: null, taken_at: null }
  expect(tooLateForReceiver({ ...ended, state: 'expired' })).toBe('This offer has expired.')
  expect(tooLateForReceiver({ ...ended, state: 'cancelled' })).toBe('This lead is no longer being sent to you.')
  expect(tooLateForReceiver({ ...ended, state: 'cancelled', withdrawn_by: 'Maya' })).toBe(
    'Maya has taken this lead back.',
  )
  expect(tooLateForReceiver({ ...ended, state: 'expired', taken_by: 'Maya', taken_at: '9:34:02 AM' })).toBe(
    'This lead was taken by Maya at 9:34:02 AM.',
  )
  expect(tooLateForSender({ ...ended, state: 'rejected' })).toBe('Theo Marchetti has already rejected this lead.')
})
