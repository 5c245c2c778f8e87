import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { loadOf } from './queries/emails.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())

it('counts what an account has to send by the days of its person, also when the clocks change', async () => {
  const lead_id = await office.lead('agent')
  const user_id = office.userId('agent')
  const due = ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']
  for (const due_at of due)
    await addRow(office.rows, 'sendings', {
      lead_id,
      user_id,
      due_at,
      cause: `test ${due_at}`,
      channel: 'email',
      class: 'personal',
      state: 'waiting',
      job: 'send-email',
      created_at: due_at,
      decided_at: due_at,
    })
  const { reading } = adminAtWork(office.server.database, office.userId('admin'))
  const { days } = await loadOf(
    { ...reading, now: new Date('2026-11-01T03:00:00Z') },
    { user_id, zone: 'America/Toronto' },
  )
  expect(Object.fromEntries(days)).toEqual({ '2026-10-31': 1, '2026-11-01': 2, '2026-11-02': 1 })
})
