import { describe, expect, it } from 'vitest'
import { milestoneType } from '../../rules.ts'
import { timelineDays } from './grouping.ts'
import { groupTitle, optionText } from './kinds.ts'
import { emptyDraft, parseProgressDraft, progressInput } from './progress.ts'

const zone = 'America/Toronto'
const now = new Date('2026-11-21T20:00:00Z')
const entry = (id: number, type: number, at: string, option: number | null = null) => ({
  id,
  milestone_type_id: type,
  milestone_option_id: option,
  happened_at: at,
})

describe('the timeline', () => {
  it('draws viewed listings that follow each other as one line', () => {
    const days = timelineDays(
      [
        entry(5, 14, '2026-11-21T14:26:00Z'),
        entry(4, 14, '2026-11-21T14:20:00Z'),
        entry(3, 8, '2026-11-21T14:10:00Z'),
        entry(2, 14, '2026-11-21T14:05:00Z'),
      ],
      now,
      zone,
    )
    expect(days.map(day => day.label)).toEqual(['Today'])
    expect(days[0]?.groups.map(group => group.entries.map(each => each.id))).toEqual([[5, 4], [3], [2]])
  })

  it('keeps calls apart, and begins a new day at the reader’s midnight', () => {
    const days = timelineDays(
      [
        entry(4, 1, '2026-11-21T14:00:00Z'),
        entry(3, 1, '2026-11-21T13:00:00Z'),
        entry(2, 14, '2026-11-21T05:05:00Z'),
        entry(1, 14, '2026-11-21T04:55:00Z'),
      ],
      now,
      zone,
    )
    expect(days.map(day => [day.label, day.groups.length])).toEqual([
      ['Today', 3],
      ['Yesterday', 1],
    ])
  })

  it('counts a run in its title', () => {
    expect(groupTitle(milestoneType.propertyViewed, 6)).toBe('Viewed 6 listings')
    expect(groupTitle(milestoneType.call, 1)).toBe('Call')
    expect(optionText(milestoneType.call, 103)).toBe('left voicemail')
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
    const { date } = progressInput(7, { ...emptyDraft, date: '2026-11-21T09:30' })
    expect(date).toMatch(/^2026-11-2\d \d{2}:30:00$/)
  })

  it('does not trust what was kept', () => {
    expect(parseProgressDraft({ type: 'call' })).toBeNull()
    expect(parseProgressDraft(emptyDraft)).toEqual(emptyDraft)
  })
})
