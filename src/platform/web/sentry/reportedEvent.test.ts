import { expect, it } from 'vitest'
import { withoutPeople } from './reportedEvent.ts'

it('keeps people out of what the browser sends to the error tracker', () => {
  const sent = withoutPeople({
    type: undefined,
    message: 'No call to +1 416-555-0199',
    exception: {
      values: [{ type: 'Error', value: 'ada.obi@example.test has no number' }, { type: 'TypeError' }],
    },
    request: {
      url: 'https://crm.test/leads/4711/notes?search=Obi#note',
      headers: { 'User-Agent': 'Browser/1', Referer: 'https://crm.test/leads/leads?search=Ada+Obi' },
    },
    user: { id: '7' },
  })
  expect(sent).toEqual({
    type: undefined,
    message: 'No call to [number]',
    exception: {
      values: [
        { type: 'Error', value: '[address] has no number' },
        { type: 'TypeError', value: '' },
      ],
    },
    request: { url: 'https://crm.test/leads/…/notes', headers: { 'User-Agent': 'Browser/1' } },
    user: { id: '7' },
  })
})
