import { describe, expect, it } from 'vitest'
import { type BrowserState, browserFacts, factsText } from './facts.ts'

const state: BrowserState = {
  userAgent: 'Chrome',
  language: 'en-CA',
  zone: 'America/Toronto',
  width: 390,
  height: 844,
  isOnline: false,
  hasServiceWorker: true,
  stored: 3_145_728,
}

describe('the developer page', () => {
  it('says what support asks for, line by line', () => {
    const text = factsText(browserFacts(state, '9.1.0'))
    expect(text).toContain('Version of the server: 9.1.0')
    expect(text).toContain('Network: away')
    expect(text).toContain('Stored on this device: 3.0 MB')
    expect(text).toContain('Window: 390 × 844')
  })

  it('says so where something is not known', () => {
    const text = factsText(browserFacts({ ...state, stored: null }, null))
    expect(text).toContain('Version of the server: unknown')
    expect(text).toContain('Stored on this device: unknown')
  })
})
