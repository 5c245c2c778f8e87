import { describe, expect, it } from 'vitest'
import { afterReport, BUSY, type CallState, identityOf, ownOption, userOfIdentity } from './rules.ts'

const outbound = (state: CallState, wasConnected = false) => ({ direction: 'outbound', state, wasConnected }) as const
const inbound = (state: CallState, wasConnected = false) => ({ direction: 'inbound', state, wasConnected }) as const

describe('what the provider reports of a call', () => {
  it('moves it on: it rings, is answered, and ends', () => {
    expect(afterReport(outbound('prepared'), { status: 'ringing', leg: 'person' })).toEqual({ state: 'ringing' })
    expect(afterReport(outbound('ringing'), { status: 'in-progress', leg: 'person' })).toEqual({ state: 'connected' })
    expect(afterReport(outbound('connected', true), { status: 'completed', leg: 'call' })).toEqual({ state: 'ended' })
  })

  it('changes nothing when it is late or repeated', () => {
    expect(afterReport(outbound('connected', true), { status: 'ringing', leg: 'person' })).toBeNull()
    expect(afterReport(outbound('ended', true), { status: 'in-progress', leg: 'person' })).toBeNull()
    expect(afterReport(outbound('failed'), { status: 'completed', leg: 'call' })).toBeNull()
  })

  it('does not take the answer of the browser’s own leg for that of the person', () => {
    expect(afterReport(outbound('prepared'), { status: 'in-progress', leg: 'call' })).toBeNull()
  })

  it('says that a line is busy, and that nobody answered', () => {
    expect(afterReport(outbound('ringing'), { status: 'busy', leg: 'person' })).toEqual({
      state: 'failed',
      reason: BUSY,
    })
    expect(afterReport(outbound('ringing'), { status: 'no-answer', leg: 'person' })).toEqual({ state: 'missed' })
    expect(afterReport(outbound('ringing'), { status: 'completed', leg: 'call' })).toEqual({ state: 'missed' })
  })

  it('lets an inbound call ring on when one of several people does not answer', () => {
    expect(afterReport(inbound('ringing'), { status: 'no-answer', leg: 'person' })).toBeNull()
    expect(afterReport(inbound('ringing'), { status: 'busy', leg: 'person' })).toBeNull()
    expect(afterReport(inbound('ringing'), { status: 'completed', leg: 'call' })).toEqual({ state: 'missed' })
  })

  it('ends a call that was given up on after all', () => {
    expect(afterReport(outbound('unknown', true), { status: 'completed', leg: 'call' })).toEqual({ state: 'ended' })
  })
})

it('marks on the timeline how a call went that nobody has said anything about', () => {
  const option = (state: CallState, reason: string | null = null, isVoicemail = false) =>
    ownOption({ state, reason, isVoicemail })
  expect([option('ended'), option('missed'), option('missed', null, true), option('failed', BUSY)]).toEqual([
    101, 102, 103, 104,
  ])
  expect(option('failed')).toBeNull()
})

it('knows whose name a provider mentions', () => {
  expect(identityOf(12)).toMatch(/^\w+$/)
  expect(userOfIdentity(`client:${identityOf(12)}`)).toBe(12)
  expect(userOfIdentity('client:somebody')).toBeNull()
  expect(userOfIdentity('+14165550101')).toBeNull()
})
