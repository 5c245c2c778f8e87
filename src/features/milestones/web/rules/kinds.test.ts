import { describe, expect, it } from 'vitest'
import { setOwnZone } from '../../../../platform/web/time/ownZone.ts'
import { milestoneType, runOf } from '../../rules.ts'
import { commonArea, groupTitle, optionText } from './kinds.ts'
import { emptyDraft, parseProgressDraft, progressInput } from './progress.ts'

describe('a line of the timeline', () => {
  it('counts a run in its title, and names the area where all of it lies', () => {
    expect(groupTitle(milestoneType.propertyViewed, 6)).toBe('Viewed 6 listings')
    expect(groupTitle(milestoneType.propertyViewed, 7, 'Liberty Village')).toBe('Viewed 7 listings in Liberty Village')
    expect(groupTitle(milestoneType.call, 1)).toBe('Call')
    expect(optionText(milestoneType.call, 103)).toBe('left voicemail')
  })

  it('knows the common area of a run only when all say the same', () => {
    const at = (area: string | null) => ({ session: area === null ? null : { area } })
    expect(commonArea([at('Leslieville'), at('Leslieville')])).toBe('Leslieville')
    expect(commonArea([at('Leslieville'), at('The Annex')])).toBeNull()
    expect(commonArea([at(null), at(null)])).toBeNull()
  })

  it('draws site behaviour together and keeps what people did apart', () => {
    expect(runOf(milestoneType.propertyViewed, null)).toBe(runOf(milestoneType.propertyViewed, null))
    expect(runOf(milestoneType.call, 101)).toBeNull()
  })
})

describe('recording progress', () => {
  it('opens as a progress update of now', () => {
    expect(progressInput(7, { ...emptyDraft, description: ' Pre-approved ' })).toEqual({
      id: 7,
      type: 20,
      option: null,
      description: 'Pre-approved',
    })
  })

  it('sends a chosen time in the form of the specification', () => {
    setOwnZone('America/Los_Angeles')
    const { date } = progressInput(7, { ...emptyDraft, date: '2026-11-21T09:30' })
    setOwnZone(null)
    expect(date).toBe('2026-11-21 17:30:00')
  })

  it('does not trust what was kept', () => {
    expect(parseProgressDraft({ type: 'call' })).toBeNull()
    expect(parseProgressDraft(emptyDraft)).toEqual(emptyDraft)
  })
})
