import { describe, expect, it } from 'vitest'
import { type AskedViewing, rankHomes, timesToCome } from './rules.ts'

const asked = (more: Partial<AskedViewing> = {}): AskedViewing => ({
  id: 1,
  task_id: 4,
  listing_id: 10,
  address: '38 Stadium Rd',
  message: '',
  times: [],
  ...more,
})

describe('what a showing can begin with', () => {
  it('is first the home that was asked for, then what was viewed most, then what is kept', () => {
    const request = asked({ listing_id: 30 })
    const viewed = [
      { listing_id: 20, times: 6 },
      { listing_id: 30, times: 1 },
      { listing_id: 40, times: 1 },
    ]
    expect(rankHomes([request, asked({ id: 2, listing_id: null })], viewed, [50, 40])).toEqual([
      { listing_id: 30, asked: request, viewed: 1, is_favourite: false },
      { listing_id: 20, asked: null, viewed: 6, is_favourite: false },
      { listing_id: 40, asked: null, viewed: 1, is_favourite: true },
      { listing_id: 50, asked: null, viewed: 0, is_favourite: true },
    ])
    expect(rankHomes([], [], [])).toEqual([])
  })

  it('answers the newest of two requests about a home', () => {
    expect(rankHomes([asked({ id: 9 }), asked({ id: 8 })], [], [])[0]?.asked?.id).toBe(9)
  })

  it('takes the times that are still to come, the next one first, each once', () => {
    const times = [
      { date: '2026-11-22', from: '10:30' },
      { date: '2026-11-21', from: '16:00' },
      { date: '2026-11-21', from: '09:00' },
      { date: '2026-11-21', from: null },
      { date: '2026-11-20', from: '18:00' },
    ]
    const again = asked({ id: 2, address: '9 Elm Ave', times: [{ date: '2026-11-22', from: '10:30' }] })
    expect(timesToCome([asked({ times }), again], { date: '2026-11-21', time: '12:00' })).toEqual([
      { date: '2026-11-21', from: null, address: '38 Stadium Rd' },
      { date: '2026-11-21', from: '16:00', address: '38 Stadium Rd' },
      { date: '2026-11-22', from: '10:30', address: '38 Stadium Rd' },
    ])
  })
})
