import { describe, expect, it } from 'vitest'
import { emptyCall, isEmptyCall, loggedCall, nextTask, withOutcome } from './callDraft.ts'
import { nextSteps } from './outcomes.ts'

const zone = 'America/Toronto'
/** Sunday, 10:20 AM. */
const now = new Date('2026-11-22T15:20:00Z')
const who = { name: 'Amara Okafor', now, zone }
const stepsAfter = (outcome: 'connected' | 'wrong number') =>
  nextSteps(outcome, { name: who.name, mayEmail: true }, now, zone)

describe('a call that is written down by hand', () => {
  it('says how it went or what was said, or is not saved', () => {
    expect(isEmptyCall(emptyCall)).toBe(true)
    expect(isEmptyCall({ outcome: null, note: '  ' })).toBe(true)
    expect(isEmptyCall({ outcome: 'voicemail', note: '' })).toBe(false)
    expect(isEmptyCall({ outcome: null, note: 'Wants a balcony' })).toBe(false)
  })

  it('is followed by nothing, by the step that is chosen, or by a call at a time that is picked', () => {
    const steps = stepsAfter('connected')
    expect(nextTask(emptyCall, steps, who)).toBeNull()
    expect(nextTask({ ...emptyCall, step: 'call' }, steps, who)?.scheduled_at).toBe('2026-11-23T14:00:00.000Z')
    expect(nextTask({ ...emptyCall, step: 'pick' }, steps, who)).toBeNull()
    const picked = { ...emptyCall, step: 'pick', picked: '2026-11-30T16:30' } as const
    expect(nextTask(picked, steps, who)?.scheduled_at).toBe('2026-11-30T21:30:00.000Z')
  })

  it('drops a next step that is not offered after its outcome', () => {
    const draft = { ...emptyCall, step: 'call' } as const
    expect(withOutcome(draft, 'connected', stepsAfter('connected')).step).toBe('call')
    expect(withOutcome(draft, 'wrong number', stepsAfter('wrong number')).step).toBe('nothing')
  })

  it('was just now unless it says when', () => {
    const lead = { id: 1, first_name: 'Amara', last_name: 'Okafor', status_value: 2 }
    const call = { key: 'a', taskKey: 'b', lead, taskId: 7, phone: '' }
    expect(loggedCall(emptyCall, call, now.getTime()).startedAt).toBe(now.getTime())
    const earlier = loggedCall({ ...emptyCall, date: '2026-11-21T09:30' }, call, now.getTime())
    expect(earlier.startedAt).toBeLessThan(now.getTime())
  })
})
