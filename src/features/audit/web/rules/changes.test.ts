import { describe, expect, it } from 'vitest'
import { changedFields, fieldName, reasonOf } from './changes.ts'

const change = (before: unknown, after: unknown) => ({ subject: 'lead', subject_id: 7, before, after })
const names = [
  { kind: 'agent', id: 3, name: 'Grace Zhou' },
  { kind: 'tag', id: 1, name: 'VIP' },
]

describe('what changed', () => {
  it('is only what differs, in words, with names in place of ids', () => {
    expect(
      changedFields(
        change(
          { agent_id: 2, is_bogus: false, version: 1, phone: '1' },
          { agent_id: 3, is_bogus: true, version: 2, phone: '1' },
        ),
        names,
      ),
    ).toEqual([
      { name: 'Agent', before: '2', after: 'Grace Zhou' },
      { name: 'Is bogus', before: 'No', after: 'Yes' },
    ])
    expect(changedFields(change(null, { tag_ids: [1, 9] }), names)).toEqual([
      { name: 'Tag', before: '–', after: 'VIP, 9' },
    ])
  })

  it('is nothing where nothing can be read', () => {
    for (const odd of [null, undefined, 5, 'text', []]) expect(changedFields(change(odd, odd), [])).toEqual([])
    expect(changedFields(change({ name: null }, { name: '' }), [])).toEqual([])
  })

  it('is cut where it is long', () => {
    expect(changedFields(change(null, { text: 'x'.repeat(5000) }), [])[0]?.after).toHaveLength(301)
  })
})

it('a field is called as a person would', () => {
  expect(fieldName('last_contacted_at')).toBe('Last contacted at')
  expect(fieldName('area_ids')).toBe('Area')
})

it('a reason is what was written with the act', () => {
  expect(reasonOf({ note: ' Away since Saturday ' })).toBe('Away since Saturday')
  expect(reasonOf({ note: ' ' })).toBeNull()
  expect(reasonOf('text')).toBeNull()
})
