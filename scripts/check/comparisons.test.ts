import { describe, expect, it } from 'vitest'
import { comparisonProblems } from './comparisons.ts'
import { readSources } from './sources.ts'

const inServer = (text: string) => [{ path: 'src/platform/server/http/planted.ts', text }]

describe('a secret', () => {
  it.each([
    'export const open = (sent, config) => sent !== config.platformGate',
    'export const open = (token, sent) => token === sent',
    'export const open = (request, secret) => request.headers.a == secret',
  ])('that is compared character by character is found: %s', text => {
    expect(comparisonProblems(inServer(text))).toHaveLength(1)
  })

  it.each([
    'export const has = token => token !== null && token !== undefined && token !== ""',
    'export const has = token => typeof token === "string" && grant === "refresh_token"',
  ])('may be looked at for being there: %s', text => {
    expect(comparisonProblems(inServer(text))).toEqual([])
  })

  it('is nowhere in the product compared in a time that says how much of it was guessed', () => {
    expect(comparisonProblems(readSources(new URL('../../', import.meta.url).pathname))).toEqual([])
  })
})
