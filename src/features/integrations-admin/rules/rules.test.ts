import { describe, expect, it } from 'vitest'
import { product } from '../../../app/features.server.ts'
import { allCalls } from '../../../platform/server/feature.ts'
import { healthOf } from './providers.ts'
import { keyScopes, mayCall } from './scopes.ts'
import { afterTry, retryWaits, SWITCH_OFF_DAYS, type TryOutcome } from './webhooks.ts'

const now = new Date('2026-11-22T21:00:00Z')
const answered = (status: number | null, more: Partial<TryOutcome> = {}): TryOutcome => ({
  isDelivered: false,
  status,
  isPermanent: false,
  retryAfter: null,
  ...more,
})
const first = { tries: 1, now, failingSince: null }
const secondsTo = (at: Date | null) => at && (at.getTime() - now.getTime()) / 1000

describe('after a try', () => {
  it('that succeeded there is nothing left to do', () => {
    expect(afterTry(answered(200, { isDelivered: true }), first)).toEqual({
      state: 'delivered',
      dueAt: null,
      isDown: false,
      offReason: null,
    })
  })

  it('that failed, the next one comes later and later, and after the last one the delivery has failed', () => {
    const waits = [...retryWaits.keys()].map(tries => afterTry(answered(400), { ...first, tries: tries + 1 }))
    expect(waits.map(({ dueAt }) => secondsTo(dueAt))).toEqual([...retryWaits].sort((one, other) => one - other))
    expect(afterTry(answered(400), { ...first, tries: retryWaits.length + 1 })).toMatchObject({ state: 'failed' })
  })

  it('the receiver may ask for a longer wait, not for a shorter one', () => {
    expect(secondsTo(afterTry(answered(429, { retryAfter: 90 }), first).dueAt)).toBe(90)
    expect(secondsTo(afterTry(answered(429, { retryAfter: 1 }), first).dueAt)).toBe(5)
  })

  it('a receiver that refuses one event is not down; one that is silent, overloaded or broken is', () => {
    expect([400, 401, 404, 422].map(status => afterTry(answered(status), first).isDown)).not.toContain(true)
    expect([null, 408, 429, 500, 503].map(status => afterTry(answered(status), first).isDown)).not.toContain(false)
  })

  it('a receiver that is gone, or down for days, has its webhook switched off', () => {
    expect(afterTry(answered(410, { isPermanent: true }), first).offReason).toContain('410')
    const since = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const down = (failingSince: Date) => afterTry(answered(503), { ...first, failingSince }).offReason
    expect(down(since(SWITCH_OFF_DAYS))).toContain('down')
    expect(down(since(SWITCH_OFF_DAYS - 0.1))).toBeNull()
  })

  it('nobody tries an address again that may not be asked', () => {
    expect(afterTry(answered(null, { isPermanent: true }), first)).toMatchObject({ state: 'failed', isDown: false })
  })
})

describe('the scopes of a key', () => {
  const calls = allCalls(product.features)
  const opened = (scopes: readonly string[]) => calls.filter(named => mayCall(scopes, named))

  it('open nothing but reading', () => {
    const all = opened(keyScopes)
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter(({ call }) => call.kind !== 'read' || call.method !== 'GET')).toEqual([])
  })

  it('each open calls of their own', () => {
    for (const scope of keyScopes) expect(opened([scope]), scope).not.toEqual([])
    const names = keyScopes.flatMap(scope => opened([scope]).map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })

  it('never open sign-ins, rights, the audit log, exports or the keys themselves', () => {
    const features = new Set(opened(keyScopes).map(({ feature }) => feature))
    for (const feature of ['integrations-admin', 'audit', 'exports', 'privacy', 'settings', 'outbox', 'intake'])
      expect(features).not.toContain(feature)
    const paths = opened(keyScopes).map(({ call }) => call.path)
    expect(paths.filter(path => /^(login|permissions|feature)/.test(path))).toEqual([])
  })
})

describe('the health of a provider', () => {
  const seen = (last_success_at: string | null, last_failure_at: string | null) =>
    healthOf({ is_configured: true, last_success_at, last_failure_at })

  it('is what came last', () => {
    expect(seen('2026-11-22T10:00:00.000000Z', '2026-11-22T09:00:00.000000Z')).toBe('healthy')
    expect(seen('2026-11-22T10:00:00.000000Z', '2026-11-22T11:00:00.000000Z')).toBe('failing')
    expect(seen(null, '2026-11-22T11:00:00.000000Z')).toBe('failing')
    expect(seen(null, null)).toBe('unused')
  })

  it('is nothing while it is not set up', () => {
    const last_success_at = '2026-11-22T10:00:00.000000Z'
    expect(healthOf({ is_configured: false, last_success_at, last_failure_at: null })).toBe('off')
  })
})
