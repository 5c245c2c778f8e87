import { expect, it } from 'vitest'
import { sightOf, stillSees } from './sight.ts'

const lead = { rights: new Set(['signed_in', 'view_leads']), reach: [3, 4] }

it('whoever has what they had, or more, sees what they saw', () => {
  expect(stillSees(lead, sightOf(lead))).toBe(true)
  expect(stillSees({ ...lead, reach: [3, 4, 5] }, sightOf(lead))).toBe(true)
  expect(
    stillSees(
      { rights: new Set([...lead.rights, 'view_all_leads', 'view_profiles_for_leads']), reach: [] },
      sightOf(lead),
    ),
  ).toBe(true)
})

it('whoever lost a right to leads, or somebody of their team, no longer sees what they saw', () => {
  const all = { ...lead, rights: new Set([...lead.rights, 'view_all_leads']) }
  expect(stillSees(lead, sightOf(all))).toBe(false)
  expect(stillSees({ ...lead, reach: [3] }, sightOf(lead))).toBe(false)
  expect(stillSees({ ...lead, rights: new Set(['signed_in']) }, sightOf(lead))).toBe(false)
})
