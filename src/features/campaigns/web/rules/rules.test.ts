import { describe, expect, it } from 'vitest'
import type { CampaignStep } from '../../contract/records.ts'
import { percent, tabOf } from './list.ts'
import { draftOf, inputOf } from './stepDraft.ts'
import { instanceText } from './text.ts'

const step: CampaignStep = {
  id: 1,
  step_type: 'auto_email',
  name: 'Hello',
  subject: 'Hi',
  content: '<p>Hi</p>',
  other_subject: 'Hello',
  other_content: '<p>Hello</p>',
  compared_since: '2026-11-20T14:00:00.000Z',
  template_id: null,
  position: 2,
  delay_value: 2,
  delay_period: 'day',
  recurring: true,
  recurring_value: 1,
  recurring_period: 'month',
  execute_at: '09:00',
  expires_after_hours: null,
  tasks_count: 0,
  reached: 0,
  waiting: 0,
  version: 1,
}

describe('the form of a step', () => {
  it('sends a step back as it was', () => {
    const {
      id: _,
      position: __,
      tasks_count: ___,
      reached: ____,
      waiting: _____,
      compared_since: ______,
      version: _______,
      ...fields
    } = step
    expect(inputOf(draftOf(step))).toEqual({ ...fields, apply_to_running: true })
  })

  it('takes a second wording away, but says nothing of one that it never had', () => {
    const without = { ...step, other_subject: null, other_content: null, compared_since: null }
    expect(inputOf({ ...draftOf(step), other_content: null })).toMatchObject({ other_content: null })
    expect(inputOf({ ...draftOf(step), step_type: 'phone_call' })).toMatchObject({ other_content: null })
    expect(inputOf(draftOf(without))).not.toHaveProperty('other_content')
  })

  it('sends no delay for the first step', () => {
    expect(inputOf(draftOf(step), true).delay_value).toBeNull()
  })

  it.each(['hour', 'minute'] as const)('sends neither time nor repetition with a delay in %ss', delay_period => {
    expect(inputOf({ ...draftOf(step), delay_period })).toMatchObject({
      execute_at: null,
      recurring: null,
      recurring_value: null,
      recurring_period: null,
    })
  })
})

describe('a campaign on a lead', () => {
  it('says until when it is paused', () => {
    const now = new Date('2026-11-20T19:20:00Z')
    const instance = {
      is_held: false,
      state: 'paused',
      paused_until: '2026-12-01T14:00:00.000Z',
      next_task: null,
    } as const
    expect(instanceText(instance, now, 'America/Toronto')).toBe('Paused until Dec 1, 9:00 AM')
    expect(instanceText({ ...instance, paused_until: null }, now)).toBe('Paused')
  })
})

describe('the lists of campaigns', () => {
  it('hold the person’s own, those of others, and the default ones', () => {
    expect(tabOf({ agent_id: 7, team_id: null }, 7)).toBe('mine')
    expect(tabOf({ agent_id: null, team_id: 3 }, 7)).toBe('team')
    expect(tabOf({ agent_id: 8, team_id: null }, 7)).toBe('team')
    expect(tabOf({ agent_id: null, team_id: null }, null)).toBe('default')
  })

  it('count nothing of nobody', () => {
    expect([percent(1, 0), percent(1, 8)]).toEqual([null, 12.5])
  })
})
