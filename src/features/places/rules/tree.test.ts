import { describe, expect, it } from 'vitest'
import { mergePlan, type TreeArea, typesBelow, whyNotMerge, whyNotThere } from './tree.ts'

const area = (id: number, name: string, parent_id: number | null = null): TreeArea => ({ id, name, parent_id })

const areas = [
  area(1, 'Toronto'),
  area(2, 'Old Toronto', 1),
  area(3, 'The Annex', 2),
  area(4, 'Scarborough', 1),
  area(5, 'Guildwood', 4),
  area(6, 'Ajax'),
  area(7, 'the  annex', 4),
]

describe('the place of an area', () => {
  it('is free where nothing of its name lies, in whatever case, accents or spaces', () => {
    expect(whyNotThere(areas, { id: null, name: 'Rosedale', parent_id: 2 })).toBeNull()
    expect(whyNotThere(areas, { id: null, name: ' THE ÁNNEX ', parent_id: 2 })).toBe(
      '“Old Toronto” has “The Annex” already.',
    )
    expect(whyNotThere(areas, { id: null, name: 'ajax', parent_id: null })).toBe(
      'The list of cities has “Ajax” already.',
    )
  })

  it('keeps its own name under another spelling', () => {
    expect(whyNotThere(areas, { id: 6, name: 'AJAX', parent_id: null })).toBeNull()
  })

  it('is neither in itself nor in what lies in it', () => {
    expect(whyNotThere(areas, { id: 1, name: 'Toronto', parent_id: 1 })).toBe('An area cannot lie in itself.')
    expect(whyNotThere(areas, { id: 1, name: 'Toronto', parent_id: 3 })).toBe('“The Annex” lies in “Toronto” itself.')
  })

  it('is no deeper than a neighborhood, with all that lies in it', () => {
    expect(whyNotThere(areas, { id: null, name: 'A street', parent_id: 3 })).toMatch(/nothing lies in a neighborhood/)
    expect(whyNotThere(areas, { id: 1, name: 'Toronto', parent_id: 6 })).toMatch(/nothing lies in a neighborhood/)
    expect(whyNotThere(areas, { id: 4, name: 'Scarborough', parent_id: null })).toBeNull()
  })

  it('is not in one that is gone', () => {
    expect(whyNotThere(areas, { id: 3, name: 'The Annex', parent_id: 99 })).toBe(
      'The area that it would lie in is gone.',
    )
  })

  it('says of which kind it is, and what lies in it', () => {
    expect(typesBelow(areas, 4, null)).toEqual([
      { id: 4, type: 'locality' },
      { id: 5, type: 'sublocality' },
      { id: 7, type: 'sublocality' },
    ])
  })
})

describe('merging areas', () => {
  it('moves what lies in the one, and makes one of what lies in both', () => {
    expect(mergePlan(areas, 4, 2)).toEqual({
      merges: [
        { from: 4, into: 2 },
        { from: 7, into: 3 },
      ],
      moves: [{ id: 5, parent_id: 2 }],
    })
  })

  it('works into what it lies in', () => {
    expect(whyNotMerge(areas, 4, 1)).toBeNull()
    expect(mergePlan(areas, 4, 1).moves).toEqual([
      { id: 5, parent_id: 1 },
      { id: 7, parent_id: 1 },
    ])
  })

  it('is refused with itself, with what lies in it, with what is gone, and where things would lie too deep', () => {
    expect(whyNotMerge(areas, 1, 1)).toBe('An area cannot be merged into itself.')
    expect(whyNotMerge(areas, 1, 3)).toBe('“The Annex” lies in “Toronto” itself.')
    expect(whyNotMerge(areas, 1, 99)).toBe('One of the two areas is gone.')
    expect(whyNotMerge(areas, 4, 3)).toMatch(/would lie too deep in “The Annex”/)
  })
})
