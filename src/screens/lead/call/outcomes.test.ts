import { describe, expect, it } from 'vitest'
import { callOutcomes, optionOf } from '../../../features/calling/rules.ts'
import type { TaskOfLead } from '../../../features/tasks/contract.ts'
import { durationText } from './duration.ts'
import { fulfilledTask, nextSteps } from './outcomes.ts'

const zone = 'America/Toronto'
/** Sunday, 10:20 AM. */
const morning = new Date('2026-11-22T15:20:00Z')
const evening = new Date('2026-11-22T23:30:00Z')
const called = { name: 'Amara Okafor', mayEmail: true }
const labels = (...question: Parameters<typeof nextSteps>) => nextSteps(...question).map(({ label }) => label)

describe('what comes after a call', () => {
  it('is recorded as an outcome of a call, whichever it is', () => {
    expect(callOutcomes.map(optionOf)).toEqual([101, 103, 102, 105])
  })

  it('is tomorrow’s call first, and nothing last', () => {
    expect(labels('connected', called, morning, zone)).toEqual([
      'Call tomorrow',
      'Call in 3 days',
      'Pick a time',
      'Nothing',
    ])
    expect(nextSteps('voicemail', called, morning, zone)[0]?.task).toMatchObject({
      task_type: 'phone_call',
      subject: 'Call Amara Okafor',
      scheduled_at: '2026-11-23T14:00:00.000Z',
    })
  })

  it('is another try the same day when nobody answered, while it is not too late for that', () => {
    expect(nextSteps('no answer', called, morning, zone)[0]).toMatchObject({
      label: 'Call in 3 hours',
      task: { scheduled_at: '2026-11-22T18:00:00.000Z' },
    })
    expect(labels('no answer', called, evening, zone)[0]).toBe('Call tomorrow')
  })

  it('is another number, or an e-mail, when the number was wrong', () => {
    expect(labels('wrong number', called, morning, zone)).toEqual([
      'Look for another number',
      'E-mail tomorrow',
      'Nothing',
    ])
    expect(labels('wrong number', { ...called, mayEmail: false }, morning, zone)).not.toContain('E-mail tomorrow')
  })

  it('completes the task that the call was made from, otherwise the first call that was due', () => {
    const task = (id: number, scheduled_at: string, more: Partial<TaskOfLead> = {}) =>
      ({ id, scheduled_at, task_type: 'phone_call', completed: false, ...more }) as TaskOfLead
    const due = [task(1, '2026-11-22T18:00:00Z'), task(2, '2026-11-21T18:00:00Z'), task(3, '2026-11-29T18:00:00Z')]
    expect(fulfilledTask(due, null, morning, zone)?.id).toBe(2)
    expect(fulfilledTask(due, 3, morning, zone)?.id).toBe(3)
    expect(fulfilledTask([task(4, '2026-11-21T18:00:00Z', { completed: true })], 4, morning, zone)).toBeNull()
  })

  it('says how long the person was away, where that is the length of a call', () => {
    const startedAt = 0
    expect([12 * 60_000, 20_000, 9 * 3_600_000, null].map(endedAt => durationText({ startedAt, endedAt }))).toEqual([
      '12 min',
      '',
      '',
      '',
    ])
  })
})
