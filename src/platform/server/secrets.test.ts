import { describe, expect, it } from 'vitest'
import { secretsFor } from './secrets.ts'

describe('sealed texts', () => {
  const now = secretsFor('tokens', { secret: 'new', oldSecrets: ['old'] })

  it('open again, also when they were sealed under the secret before', () => {
    expect(now.open(now.seal('héllo'))).toBe('héllo')
    expect(now.open(secretsFor('tokens', { secret: 'old', oldSecrets: [] }).seal('x'))).toBe('x')
  })

  it('do not open when changed, sealed for another purpose, or sealed elsewhere', () => {
    const sealed = now.seal('text')
    expect(now.open(`${sealed.slice(0, -2)}AA`)).toBeNull()
    expect(secretsFor('other', { secret: 'new', oldSecrets: [] }).open(sealed)).toBeNull()
    expect(secretsFor('tokens', { secret: 'third', oldSecrets: [] }).open(sealed)).toBeNull()
    expect(now.open('nonsense')).toBeNull()
  })
})
