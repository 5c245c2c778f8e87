import { describe, expect, it } from 'vitest'
import { changesOf, nextShare, offered, type Share } from './picking.ts'

const tag = (id: number, name: string) => ({ id, name, permanent: true, colour: null })
const tags = [tag(1, 'Open house'), tag(2, 'House hunter'), tag(3, 'VIP')]

describe('choosing tags', () => {
  it('finds what is typed, beginnings first, and offers to make what does not exist', () => {
    expect(offered(tags, 'house')).toEqual({ tags: [tags[1], tags[0]], newName: 'house' })
    expect(offered(tags, ' open   HOUSE ').newName).toBeNull()
    expect(offered(tags, '\u200B').newName).toBeNull()
    expect(offered(tags, 'x'.repeat(61)).newName).toBeNull()
    expect(offered(tags, '')).toEqual({ tags, newName: null })
  })

  it('goes round from some to all to none and back to some', () => {
    const round = (was: Share, presses: number) => {
      let now = was
      return Array.from({ length: presses }, () => {
        now = nextShare(was, now)
        return now
      })
    }
    expect(round('some', 3)).toEqual(['all', 'none', 'some'])
    expect(round('all', 2)).toEqual(['none', 'all'])
    expect(round('none', 2)).toEqual(['all', 'none'])
  })

  it('only takes away what another agent put there', () => {
    expect(nextShare('some', 'some', false)).toBe('none')
    expect(nextShare('some', 'none', false)).toBe('some')
  })

  it('sends only what differs', () => {
    const was = new Map<number, Share>([
      [1, 'all'],
      [2, 'some'],
    ])
    const wanted = new Map<number, Share>([
      [1, 'none'],
      [2, 'some'],
      [3, 'all'],
      [4, 'none'],
    ])
    expect(changesOf(was, wanted)).toEqual({ add: [3], remove: [1] })
  })
})
