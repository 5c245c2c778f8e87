import { expect, it } from 'vitest'
import { movedLabel } from './wording.ts'

it('calls what moves in a merge by what people call it', () => {
  expect([movedLabel('sendings', 1), movedLabel('sendings', 2), movedLabel('lead_consents', 3)]).toEqual([
    '1 message',
    '2 messages',
    '3 consents',
  ])
})
