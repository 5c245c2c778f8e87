import { expect, it } from 'vitest'
import { offeredFor } from './usePlaceholderMenu.ts'

const names = (search: string) => offeredFor(search).map(({ name }) => name)

it('offers all placeholders, then those that fit what is typed, by name or by label', () => {
  expect(names('')).toHaveLength(13)
  expect(names('agent_ph')).toEqual(['agent_phone'])
  expect(names('phone')).toEqual(['lead_phone', 'agent_phone'])
  expect(names('web')).toEqual(['site_name'])
  expect(names('First name')).toEqual(['lead_first_name', 'agent_first_name'])
  expect(names('foo')).toEqual([])
})
