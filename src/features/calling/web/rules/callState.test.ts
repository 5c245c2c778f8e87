import { describe, expect, it } from 'vitest'
import {
  type AudioDevices,
  afterEvent,
  type CallEvent,
  type CallState,
  CHOOSE_DEVICES,
  NO_DEVICES,
  NO_INPUT,
  NO_OUTPUT,
  noCall,
  problemOf,
  statusText,
  timerText,
} from './callState.ts'

const call = {
  number: '+14165550117',
  name: 'Amara Okafor',
  callParams: { user_id: '12', agent_id: '3' },
  callId: 5,
  direction: 'outbound',
  leadId: 12,
  agentId: 3,
  taskId: null,
} as const

const stateAfter = (...events: CallEvent[]): CallState => events.reduce(afterEvent, noCall)
const placed: CallEvent = { type: 'placed', call }
const connected: CallEvent[] = [{ type: 'registered' }, placed, { type: 'accepted' }]

describe('a call in the browser', () => {
  it('can be made once the device, which was starting, is registered', () => {
    expect(stateAfter({ type: 'initializing' })).toMatchObject({ ready: false, statusClass: 'initializing' })
    expect(stateAfter({ type: 'initializing' }, { type: 'registered' })).toMatchObject({
      ready: true,
      statusClass: 'idle',
    })
  })

  it('is connecting, connected and disconnected, and no longer active then', () => {
    expect(stateAfter({ type: 'registered' }, placed)).toMatchObject({ ...call, active: true, status: 'connecting...' })
    expect(stateAfter(...connected)).toMatchObject({ active: true, status: 'connected', statusClass: 'connected' })
    expect(stateAfter(...connected, { type: 'disconnected' })).toMatchObject({ active: false, status: 'disconnected' })
  })

  it('is placed only when the device is ready, no other one is active, and there is a number', () => {
    expect(stateAfter(placed).active).toBe(false)
    expect(stateAfter({ type: 'registered' }, { type: 'placed', call: { ...call, number: '' } }).active).toBe(false)
    const other = { ...call, name: 'Kofi Mensah' }
    expect(stateAfter(...connected, { type: 'placed', call: other }).name).toBe('Amara Okafor')
  })

  it('that fails says why, and still does after it is disconnected', () => {
    const failed = stateAfter(...connected, { type: 'failed', message: 'Busy' }, { type: 'disconnected' })
    expect(failed).toMatchObject({ active: false, status: 'error', statusClass: 'error' })
    expect(statusText(failed)).toBe('Error: Busy')
  })

  it('counts its seconds while it is connected, and rolls 59 over to the next minute', () => {
    const ticks = (count: number): CallEvent[] => Array.from({ length: count }, () => ({ type: 'tick' }))
    expect(timerText(stateAfter({ type: 'registered' }, placed, ...ticks(3)).timer)).toBe('0:00')
    expect(timerText(stateAfter(...connected, ...ticks(59)).timer)).toBe('0:59')
    expect(timerText(stateAfter(...connected, ...ticks(60)).timer)).toBe('1:00')
    expect(timerText(stateAfter(...connected, ...ticks(724), { type: 'disconnected' }, { type: 'tick' }).timer)).toBe(
      '12:04',
    )
  })

  it('is muted and unmuted while it is active', () => {
    expect(stateAfter({ type: 'muted', muted: true }).muted).toBe(false)
    const muted = stateAfter(...connected, { type: 'muted', muted: true })
    expect(muted.muted).toBe(true)
    expect(afterEvent(muted, { type: 'muted', muted: false }).muted).toBe(false)
  })

  it('leaves nothing behind when the bar is closed, which it cannot be during a call', () => {
    expect(stateAfter(...connected, { type: 'closed' }).status).toBe('connected')
    expect(stateAfter(...connected, { type: 'disconnected' }, { type: 'closed' })).toEqual({ ...noCall, ready: true })
  })
})

it('says which audio device is missing, or that none is chosen', () => {
  const one = [{ id: 'default', label: 'Default' }]
  const chosen: AudioDevices = { input: one, output: one, chosenInput: 'default', chosenOutput: 'default' }
  expect(problemOf(chosen)).toBeNull()
  expect(problemOf({ ...chosen, input: [] })).toBe(NO_INPUT)
  expect(problemOf({ ...chosen, output: [] })).toBe(NO_OUTPUT)
  expect(problemOf({ ...chosen, input: [], output: [] })).toBe(NO_DEVICES)
  expect(problemOf({ ...chosen, chosenInput: null })).toBe(CHOOSE_DEVICES)
})
