import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimReminder } from './reminderClaims.ts'

const task = { id: 7, scheduled_at: '2026-11-21T15:00:00.000000Z', reminder_minutes: 15 }

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('a reminder', () => {
  it('is given once, however many windows hear of it, and again when the task got another time', async () => {
    const claims = await Promise.all([claimReminder(task), claimReminder(task), claimReminder(task)])
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claimReminder({ ...task, scheduled_at: '2026-11-21T16:00:00.000000Z' })).toBe(true)
  })

  it('is left to the window that is seen', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    let onWaited: () => void = () => undefined
    const inHidden = claimReminder(task, () => new Promise(resolve => (onWaited = resolve)))
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    expect(await claimReminder(task)).toBe(true)
    onWaited()
    expect(await inHidden).toBe(false)
  })
})
