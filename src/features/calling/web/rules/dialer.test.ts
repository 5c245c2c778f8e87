import { describe, expect, it } from 'vitest'
import {
  afterDial,
  countsOf,
  type DialEvent,
  type Dialer,
  endText,
  isStillDue,
  placeText,
  refusalOf,
  resumed,
  startDialer,
} from './dialer.ts'

const rows = [1, 2, 3].map(id => ({
  leadId: id,
  name: `Lead ${id}`,
  number: `+1416555000${id}`,
  taskId: null,
  why: '',
}))
const run = (dialer: Dialer, ...events: DialEvent[]) => events.reduce(afterDial, dialer)
const tick = { type: 'tick' } as const
const may = (at: number): DialEvent => ({ type: 'checked', at, refusal: null })
const saved = (leadId: number): DialEvent => ({ type: 'saved', leadId, outcome: 'connected', seconds: 60 })
const calling = () => run(startDialer(rows), may(0), { type: 'dial' })

describe('the power dialer', () => {
  it('asks whether somebody may be called, shows who is next for five seconds, then calls', () => {
    const ringing = run(startDialer(rows), may(0), tick, tick, tick, tick)
    expect(ringing).toMatchObject({ phase: 'ringing', left: 1 })
    expect(afterDial(ringing, tick).phase).toBe('calling')
    expect(run(startDialer(rows), tick).phase).toBe('checking')
  })

  it('calls the next one when the outcome of the last call is saved, and not before', () => {
    const asking = run(calling(), { type: 'over', leadId: 1, seconds: 60 })
    expect(asking.phase).toBe('asking')
    expect(run(asking, tick, { type: 'dial' }, saved(9))).toBe(asking)
    expect(run(asking, saved(1))).toMatchObject({ at: 1, phase: 'checking' })
  })

  it('never has two calls at once', () => {
    const dialer = calling()
    expect(run(dialer, tick, { type: 'dial' }, { type: 'skip', reason: 'Not today' }, may(1))).toBe(dialer)
  })

  it('says of whoever is skipped every reason, since when, and the rule with the day since which it holds', () => {
    const days = { instant: (at: string) => at.slice(0, 10), day: (day: string) => day }
    const rule = { id: 'utr-own-list', label: 'Own list', since: '2008-09-30' }
    const reach = { channel: 'call', sentence: null, until: null, ground: null } as const
    const listed = { code: 'do_not_call', sentence: 'They asked not to be called.', source: 'Call', rule } as const
    const blocked = { code: 'blocked', sentence: 'You blocked this number.', since: null, source: null, rule } as const
    const refusals = [{ ...listed, since: '2025-11-03T15:00:00Z' }, blocked]
    expect(refusalOf({ ...reach, verdict: 'refuse', refusals, rule }, days)).toBe(
      'They asked not to be called. Since 2025-11-03, Call · Own list, in force since 2008-09-30. ' +
        'You blocked this number. Own list, in force since 2008-09-30.',
    )
    const late = { ...reach, verdict: 'confirm' as const, sentence: 'It is outside of the hours.', refusals: [], rule }
    expect(refusalOf(late, days)).toBe('It is outside of the hours. Own list, in force since 2008-09-30.')
    expect(refusalOf({ ...reach, verdict: 'send', refusals: [], rule: null }, days)).toBeNull()
  })

  it('skips with a reason whoever may not be called, and says so in its counts', () => {
    const over = run(
      startDialer(rows),
      { type: 'checked', at: 0, refusal: 'On the do-not-call list.' },
      may(1),
      { type: 'skip', reason: 'Not today' },
      may(2),
      { type: 'dial' },
      { type: 'over', leadId: 3, seconds: 60 },
      saved(3),
    )
    expect(over.phase).toBe('over')
    expect(over.results[0]).toEqual({ kind: 'skipped', reason: 'On the do-not-call list.' })
    expect(countsOf(over)).toEqual({ dialed: 1, connected: 1, voicemail: 0, noAnswer: 0, skipped: 2, talked: 60 })
    expect(endText(over)).toBe('1 called, 1 connected, 2 skipped')
  })

  it('pauses after the call that goes on, and goes on where it stopped', () => {
    const paused = run(calling(), { type: 'pause' }, { type: 'over', leadId: 1, seconds: 3 }, saved(1))
    expect(paused).toMatchObject({ at: 1, phase: 'paused' })
    expect(placeText(paused)).toBe('2 of 3')
    expect(run(paused, { type: 'continue' }).phase).toBe('checking')
  })

  it('does not ring anybody once the list was paused or left while the call was prepared', () => {
    expect(isStillDue(calling(), 0)).toBe(true)
    expect(isStillDue(run(calling(), { type: 'pause' }), 0)).toBe(false)
    expect(isStillDue(run(calling(), { type: 'finish' }), 0)).toBe(false)
    expect(isStillDue(run(calling(), saved(1), may(1), { type: 'dial' }), 0)).toBe(false)
    expect(isStillDue(null, 0)).toBe(false)
  })

  it('never dials by itself after a reload, or when the device cannot call', () => {
    expect(resumed(calling()).phase).toBe('paused')
    expect(run(resumed(calling()), tick, may(0)).phase).toBe('paused')
    expect(run(calling(), { type: 'stuck', at: 0 }).phase).toBe('paused')
    // Whoever was called before the reload is not called again.
    expect(run(resumed(calling()), saved(1))).toMatchObject({ at: 1, phase: 'paused' })
  })
})
