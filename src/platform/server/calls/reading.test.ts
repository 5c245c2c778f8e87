import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { read, write } from '../../wire/call.ts'
import { AFTER_CHANGE_MS, NEWEST_HEADER } from '../../wire/live.ts'
import type { Db } from '../database/database.ts'
import { notFound } from '../errors.ts'
import { answerRead, type ReadingDependencies, readingOf } from './reading.ts'

const primary = { name: 'primary' } as unknown as Db
const secondary = { name: 'replica' } as unknown as Db
const reading = { db: secondary, position: '5', during: <R>(work: () => Promise<R>) => work() }
const options = { right: 'signed_in', output: z.unknown() } as const
const signedIn = { viewer: { user_id: 1 } } as never
const calm = { headers: {} }

function dependencies({ changedMsAgo = 60_000, isCaughtUp = true } = {}): ReadingDependencies {
  const live = { isRecent: (_viewer: unknown, ms: number) => changedMsAgo < ms }
  const replica = { reading: () => (isCaughtUp ? reading : null), close: async () => {} }
  return { replica, running: { live: live as never } }
}

describe('a read goes', () => {
  const asked = { call: read('tags', options), request: calm, signedIn }

  it('to a replica that has caught up', () => {
    expect(readingOf(dependencies(), asked)).toBe(reading)
  })

  it('to the primary while the replica is behind, or there is none', () => {
    expect(readingOf(dependencies({ isCaughtUp: false }), asked)).toBeNull()
    expect(readingOf({ ...dependencies(), replica: null }, asked)).toBeNull()
  })

  it('to the primary for two seconds after its caller changed something or heard of a change', () => {
    expect(readingOf(dependencies({ changedMsAgo: AFTER_CHANGE_MS - 1 }), asked)).toBeNull()
    expect(readingOf(dependencies({ changedMsAgo: AFTER_CHANGE_MS }), asked)).toBe(reading)
  })

  it('to the primary when its caller says that a change came before, by way of another process', () => {
    expect(readingOf(dependencies(), { ...asked, request: { headers: { [NEWEST_HEADER]: '1' } } })).toBeNull()
  })

  it('to the primary when another system asks, which may have been told of a change by a webhook', () => {
    const withKey = { viewer: { user_id: 1 }, apiKey: { id: 1 } } as never
    expect(readingOf(dependencies(), { ...asked, signedIn: withKey })).toBeNull()
  })

  it('to the primary when nobody is signed in, or the call is about this process, and so does what changes something', () => {
    expect(readingOf(dependencies(), { ...asked, signedIn: null })).toBeNull()
    expect(readingOf(dependencies(), { ...asked, call: read('events', { ...options, needsPrimary: true }) })).toBeNull()
    expect(readingOf(dependencies(), { ...asked, call: write('tags', options) })).toBeNull()
  })
})

describe('an answer', () => {
  const log = { warn: vi.fn() }

  it('comes from the replica where it may, and otherwise from the primary', async () => {
    const nameOf = async (db: object) => ('name' in db ? db.name : null)
    expect(await answerRead({ reading, primary, log }, nameOf)).toBe('replica')
    expect(await answerRead({ reading: null, primary, log }, nameOf)).toBe('primary')
  })

  it('comes from the primary where the replica knows nothing of it yet', async () => {
    const find = async (db: Db) => {
      if (db === secondary) throw notFound('lead')
      return 'found'
    }
    expect(await answerRead({ reading, primary, log }, find)).toBe('found')
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('comes from the primary where the replica breaks, which is logged', async () => {
    const ask = async (db: Db) => {
      if (db === secondary) throw new Error('canceling statement due to conflict with recovery')
      return 'found'
    }
    expect(await answerRead({ reading, primary, log }, ask)).toBe('found')
    expect(log.warn).toHaveBeenCalledOnce()
  })
})
