import { describe, expect, it } from 'vitest'
import { type Channel, channels, planDeliveries } from './channels.ts'

const now = new Date('2026-11-20T15:00:00Z')
const base = {
  choice: { screen: true, push: true, text: false, email: false },
  fallback: { channel: 'text', seconds: 30 } as const,
  reachable: new Set<Channel>(channels),
  quietUntil: null,
  now,
}
const planned = (given: Partial<typeof base> | object) =>
  planDeliveries({ ...base, ...given }).map(
    ({ channel, due, isFallback }) =>
      `${channel} +${(due.getTime() - now.getTime()) / 1000}${isFallback ? ' unless seen' : ''}`,
  )

describe('the ways on which a notification leaves', () => {
  it('are those that the person chose, and later another one for what nobody has seen', () => {
    expect(planned({})).toEqual(['push +0', 'app +0', 'text +30 unless seen'])
    expect(planned({ choice: { screen: true, push: false, text: true, email: true } })).toEqual(['text +0', 'email +0'])
  })

  it('lead somewhere', () => {
    expect(planned({ reachable: new Set(['email']) })).toEqual([])
    expect(planned({ reachable: new Set(['text']) })).toEqual(['text +30 unless seen'])
  })

  it('wait for the end of quiet hours, the later one as well', () => {
    expect(planned({ quietUntil: new Date('2026-11-20T16:00:00Z') })).toEqual([
      'push +3600',
      'app +3600',
      'text +3630 unless seen',
    ])
  })

  it('are none for whoever turned everything off', () => {
    expect(planned({ choice: { screen: false, push: false, text: false, email: false } })).toEqual([])
  })
})
