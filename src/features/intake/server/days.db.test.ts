import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())

it('counts what came in by the days of the brokerage, also after the clocks changed', async () => {
  for (const at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'])
    await office.lead(null, { source: 'Phone call', created_at: at })
  office.server.clock.now = new Date('2026-11-02T15:00:00Z')
  const { callers } = (await office.admin.get('intake/sources')).data
  office.server.clock.now = null
  expect(callers.days.slice(-3)).toEqual([1, 2, 1])
  expect(callers.today).toBe(1)
})
