import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
  for (let lead = 0; lead < 10; lead++) await office.lead('agent')
}, 60_000)
afterAll(() => office.server.close())

it('a list is read while its leads never stand still', async () => {
  let isOver = false
  // Each moves leads of its own: two that move the same ones would wait for each other.
  const moving = [0, 1].map(async own => {
    while (!isOver) await office.rows('UPDATE leads SET last_active_at = clock_timestamp() WHERE id % 3 = $1', [own])
  })
  try {
    for (let page = 0; page < 30; page++) {
      const { http, data } = await office.admin.get('leads/all', { sort: '-last_active_at' })
      expect(http).toBe(200)
      expect(data.data).toHaveLength(10)
    }
  } finally {
    isOver = true
    await Promise.all(moving)
  }
})
