import { describe, expect, it } from 'vitest'
import { emailOfMessageId, MailEvents } from './events.ts'

describe('what mail providers report', () => {
  it('is one event, a list, or a list under a name', () => {
    const event = { message_id: '<email-7@crm.test>', type: 'opened' }
    for (const body of [event, [event], { events: [event] }]) expect(MailEvents.parse(body)).toEqual([event])
  })

  it('is refused with a type or a field that nobody knows', () => {
    for (const body of [
      { message_id: 'x', type: 'eaten' },
      [{ message_id: 'x', type: 'opened', colour: 'red' }],
      {},
      null,
      'x',
    ])
      expect(MailEvents.safeParse(body).success).toBe(false)
  })

  it('is about one of our e-mails, by its Message-ID', () => {
    expect(emailOfMessageId('<email-12@crm.test>', 'CRM.test')).toBe(12)
    expect(emailOfMessageId(' email-12@crm.test ', 'crm.test')).toBe(12)
    for (const foreign of [
      '<email-12@evil.test>',
      '<alert-12@crm.test>',
      'email-12',
      '<email-1234567890@crm.test>',
      '',
    ])
      expect(emailOfMessageId(foreign, 'crm.test')).toBeNull()
  })
})
