import { describe, expect, it } from 'vitest'
import { whyNow } from './wording.ts'

const now = new Date('2026-11-22T17:00:00Z')
const zone = 'America/Toronto'
const lead = {
  created_at: '2026-11-22T15:00:00Z',
  last_active_at: '2026-11-22T15:01:00Z',
  last_contacted_at: null,
  was_active: true,
  sites: [{ id: 1, name: 'property.test' }],
  source: '',
}

describe('why a new lead is worth a call', () => {
  it('says where it comes from, and that nobody was in touch', () => {
    expect(whyNow(lead, now, zone)).toBe('Signed up 2 h ago on property.test. Has not been contacted.')
  })

  it('says that it came back, and when somebody was in touch last', () => {
    const back = { ...lead, last_active_at: '2026-11-22T16:40:00Z', last_contacted_at: '2026-11-22T16:00:00Z' }
    expect(whyNow(back, now, zone)).toBe(
      'Signed up 2 h ago on property.test and was back at 11:40 AM. Last contact 1 h ago.',
    )
  })
})
