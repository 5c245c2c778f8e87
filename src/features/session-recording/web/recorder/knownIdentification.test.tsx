import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { identificationFor } from './knownIdentification.ts'

const zone = 'America/Toronto'
const agent = { user_id: 7, actor_user_id: 7 }
let asked = 0
/** What the server takes the person for. */
let seen = { ...agent, day: '2026-11-20' }

beforeEach(() => {
  asked = 0
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-11-20T17:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 1, data: { id: ++asked, ...seen }, message: '', error: '' }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is the same all day, and a new one on a new day', async () => {
  seen = { ...agent, day: '2026-11-20' }
  expect((await identificationFor(agent, zone)).id).toBe(1)
  vi.setSystemTime(new Date('2026-11-21T04:59:59Z'))
  expect((await identificationFor(agent, zone)).id).toBe(1)
  vi.setSystemTime(new Date('2026-11-21T05:00:00Z'))
  seen = { ...agent, day: '2026-11-21' }
  expect((await identificationFor(agent, zone)).id).toBe(2)
  expect((await identificationFor(agent, zone)).id).toBe(2)
})

it('is a new one when the user changes, also to somebody in whose name an administrator acts', async () => {
  seen = { ...agent, day: '2026-11-20' }
  expect((await identificationFor(agent, zone)).id).toBe(1)
  const acted = { user_id: 7, actor_user_id: 2 }
  seen = { ...acted, day: '2026-11-20' }
  expect((await identificationFor(acted, zone)).id).toBe(2)
  const other = { user_id: 8, actor_user_id: 8 }
  seen = { ...other, day: '2026-11-20' }
  expect((await identificationFor(other, zone)).id).toBe(3)
  seen = { ...agent, day: '2026-11-20' }
  expect((await identificationFor(agent, zone)).id).toBe(4)
})
