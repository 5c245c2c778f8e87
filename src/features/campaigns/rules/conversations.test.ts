import { describe, expect, it } from 'vitest'
import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'
import { conversationsAmong } from './conversations.ts'

const optionOf = (type: number, name: string) =>
  milestoneTypeOf(type)?.options.find(option => option.name === name)?.id ?? null
const of = (type: number, option: string, stored: { call?: object; message?: object } = {}) => ({
  lead_id: 7,
  milestone_option_id: optionOf(type, option),
  call: stored.call ?? null,
  message: stored.message ?? null,
})
const { email, text, call } = milestoneType

describe('a milestone is a conversation', () => {
  it.each([
    ['an e-mail that came', of(email, 'Received', { message: { message_id: 3 } })],
    ['an e-mail that somebody logged', of(email, 'Received')],
    ['a text that somebody logged', of(text, 'Received')],
  ])('where the lead wrote: %s', (_, milestone) => {
    expect(conversationsAmong([milestone])).toEqual({ replied: [7], called: [] })
  })

  it.each([
    ['an automatic reply', of(email, 'Received', { message: { is_automatic: true } })],
    ['a text that came in by itself, which says so itself', of(text, 'Received', { message: { text_id: 4 } })],
    ['an e-mail of ours', of(email, 'Sent')],
    ['something without an option', { ...of(email, 'Received'), milestone_option_id: null }],
  ])('but not %s', (_, milestone) => {
    expect(conversationsAmong([milestone])).toEqual({ replied: [], called: [] })
  })

  it('where a call was more than a hello', () => {
    const lasting = (duration: unknown) => conversationsAmong([of(call, 'Connected', { call: { duration } })]).called
    expect([29, 30, '45', null, undefined].map(lasting)).toEqual([[], [7], [7], [], []])
    expect(conversationsAmong([of(call, 'Connected')]).called).toEqual([])
  })

  it('once for each lead', () => {
    expect(conversationsAmong([of(email, 'Received'), of(email, 'Received')]).replied).toEqual([7])
  })
})
