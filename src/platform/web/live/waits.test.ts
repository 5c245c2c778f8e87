import { describe, expect, it } from 'vitest'
import { waitBeforeStream } from './waits.ts'

describe('a browser whose live stream broke', () => {
  it('asks again after about a second, then waits twice as long each time', () => {
    expect([0, 1, 2].map(failures => waitBeforeStream(failures, () => 0.5))).toEqual([1_000, 2_000, 4_000])
  })

  it('is back within ten seconds of the server, however long that was away', () => {
    expect(waitBeforeStream(20, () => 0.999)).toBeLessThan(9_000)
  })

  it('does not come back in the same moment as all others', () => {
    const waits = Array.from({ length: 200 }, () => waitBeforeStream(0))
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(500)
  })
})
