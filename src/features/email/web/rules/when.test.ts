import { expect, it } from 'vitest'
import { setOwnZone } from '../../../../platform/web/time/ownZone.ts'
import { emptyEmail, parseEmailDraft } from './draft.ts'
import { sendAtOf, sentText } from './when.ts'

it('goes at once, in an hour, or at nine the next morning where the agent works', () => {
  setOwnZone('America/Toronto')
  const lateInToronto = new Date('2026-11-23T03:30:00Z')
  expect(sendAtOf('now', lateInToronto)).toBeNull()
  expect(sendAtOf('hour', lateInToronto)).toBe('2026-11-23T04:30:00.000Z')
  expect(sendAtOf('tomorrow', lateInToronto)).toBe('2026-11-23T14:00:00.000Z')
  setOwnZone(null)
})

it('goes at the next nine o’clock where the lead is', () => {
  const sevenInHalifax = new Date('2026-11-23T11:00:00Z')
  expect(sendAtOf('theirs', sevenInHalifax, 'America/Halifax')).toBe('2026-11-23T13:00:00.000Z')
  const lateInHalifax = new Date('2026-11-24T01:00:00Z')
  expect(sendAtOf('theirs', lateInHalifax, 'America/Halifax')).toBe('2026-11-24T13:00:00.000Z')
})

it('says when it goes out', () => {
  const now = new Date('2026-11-22T15:00:00Z')
  expect(sentText('Amara', 'now', '2026-11-22T15:00:10Z', now)).toBe('E-mail to Amara goes out in 10 s')
  expect(sentText('Amara', 'tomorrow', '2026-11-23T14:00:00Z', now)).toBe('E-mail to Amara goes out Nov 23 at 9:00 AM')
})

it('keeps what was written and chooses anew when it goes', () => {
  const kept = { subject: 'Elm', content: '<p>Hi</p>', template_id: 7, type: 'marketing', when: 'tomorrow' }
  expect(parseEmailDraft(kept)).toEqual({ ...kept, when: 'now' })
  expect(parseEmailDraft({ subject: 'Elm', content: 'Hi' })).toEqual({ ...emptyEmail, subject: 'Elm', content: 'Hi' })
  expect(parseEmailDraft('Elm')).toBeNull()
})
