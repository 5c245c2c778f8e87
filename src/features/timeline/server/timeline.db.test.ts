import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import type { TimelineEntry } from '../contract.ts'

const nameOf = (entry: TimelineEntry): string =>
  `${entry.source} ${entry.source === 'milestone' ? entry.milestone.id : entry.source === 'note' ? entry.note.id : entry.task.id}`

describe('the timeline of a lead', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  const query = (sql: string, values: unknown[]) => server.database.pool.query(sql, values)
  const newLead = async (): Promise<number> => {
    const { id } = (await agent.post('lead', { first_name: 'Timely' })).data
    await query('DELETE FROM milestones WHERE lead_id = $1', [id])
    return id
  }

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(() => server.close())

  it('holds notes and milestones in one stream, newest first', async () => {
    const lead = await newLead()
    await agent.post(`lead/${lead}/notes`, { description: 'Likes the lake', date: '2026-02-02 12:00:00' })
    await agent.post(`lead/${lead}/progress`, { type: 1, date: '2026-02-03 12:00:00', description: 'Called' })
    await agent.post(`lead/${lead}/progress`, { type: 6, date: '2026-02-01 12:00:00', description: 'Met' })
    const { data } = (await agent.get(`lead/${lead}/timeline`)).data
    expect(data.map((entry: TimelineEntry) => entry.source)).toEqual(['milestone', 'note', 'milestone'])
  })

  it('shows what is asked for: notes, single types, or words', async () => {
    const lead = await newLead()
    await agent.post(`lead/${lead}/notes`, { description: 'Likes the lake' })
    await agent.post(`lead/${lead}/progress`, { type: 1, description: 'Spoke about the lake' })
    await agent.post(`lead/${lead}/progress`, { type: 6, description: 'Met downtown' })
    const shown = async (input: object) =>
      (await agent.get(`lead/${lead}/timeline`, input)).data.data.map((entry: TimelineEntry) =>
        entry.source === 'milestone' ? entry.milestone.milestone_type_id : entry.source,
      )
    expect(await shown({ filter: ['note'] })).toEqual(['note'])
    expect(await shown({ filter: [6] })).toEqual([6])
    expect(await shown({ filter: [1, 'note'] })).toEqual([1, 'note'])
    expect(await shown({ filter: ['all'] })).toEqual([6, 1, 'note'])
    expect(await shown({ search: 'lake' })).toEqual([1, 'note'])
  })

  it('shows a task once it is done, and not before', async () => {
    const lead = await newLead()
    const { data: task } = await agent.post(`lead/${lead}/tasks`, {
      task_type: 'phone_call',
      subject: 'Ask about the lake',
    })
    const shown = async (input: object = {}) =>
      (await agent.get(`lead/${lead}/timeline`, input)).data.data.map((entry: TimelineEntry) => entry.source)
    expect(await shown()).toEqual([])
    await agent.post(`task/${task.id}/complete`)
    expect(await shown()).toEqual(['task'])
    expect(await shown({ filter: ['task'], search: 'lake' })).toEqual(['task'])
    expect(await shown({ filter: ['note'] })).toEqual([])
  })

  it('is read page after page without repeats and without gaps, also where instants are equal', async () => {
    const moments = fc.array(fc.record({ isNote: fc.boolean(), second: fc.nat({ max: 3 }) }), {
      minLength: 1,
      maxLength: 24,
    })
    await fc.assert(
      fc.asyncProperty(moments, fc.integer({ min: 1, max: 5 }), async (things, perPage) => {
        const lead = await newLead()
        for (const { isNote, second } of things) {
          const at = `2026-02-02T12:00:0${second}Z`
          await (isNote
            ? query(`INSERT INTO notes (lead_id, description, happened_at) VALUES ($1, 'x', $2)`, [lead, at])
            : query(`INSERT INTO milestones (lead_id, milestone_type_id, happened_at) VALUES ($1, 20, $2)`, [lead, at]))
        }
        const read: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: { data: TimelineEntry[]; next_cursor: string | null } = (
            await agent.get(`lead/${lead}/timeline`, { perPage, ...(cursor ? { cursor } : {}) })
          ).data
          read.push(...page.data.map(nameOf))
          cursor = page.next_cursor
        }
        const whole = (await agent.get(`lead/${lead}/timeline`, { perPage: 200 })).data.data.map(nameOf)
        expect(read).toEqual(whole)
        expect(new Set(read).size).toBe(things.length)
      }),
      { numRuns: 15 },
    )
  })

  describe('where a person wrote it', () => {
    it('is corrected, deleted and brought back, and the last contact follows', async () => {
      const lead = await newLead()
      const contacted = async () => (await agent.get(`lead/${lead}`)).data.last_contacted_at
      await agent.post(`lead/${lead}/progress`, { type: 1, date: '2026-02-01 12:00:00', description: 'First' })
      const { milestone } = (
        await agent.post(`lead/${lead}/progress`, {
          type: 1,
          option: 101,
          date: '2026-02-03 12:00:00',
          description: 'Second',
        })
      ).data
      const changed = await agent.post(`milestones/${milestone.id}`, { description: 'Second, at length' })
      expect(changed).toMatchObject({ http: 200, data: { description: 'Second, at length', milestone_option_id: 101 } })
      expect(await agent.post(`milestones/${milestone.id}`, { type: 6 })).toMatchObject({
        data: { milestone_type_id: 6, milestone_option_id: null },
      })
      expect(await contacted()).toBe('2026-02-03T12:00:00.000000Z')
      await agent.delete(`milestones/${milestone.id}`)
      expect(await contacted()).toBe('2026-02-01T12:00:00.000000Z')
      expect((await agent.get(`lead/${lead}/milestones`)).data.total).toBe(1)
      await agent.post(`milestones/${milestone.id}/restore`)
      expect(await contacted()).toBe('2026-02-03T12:00:00.000000Z')
      await agent.post(`milestones/${milestone.id}`, { date: '2026-01-15 12:00:00' })
      expect(await contacted()).toBe('2026-02-01T12:00:00.000000Z')
    })

    it('belongs to who wrote it; what the product wrote stays as it was', async () => {
      const { id: lead } = (await agent.post('lead', { first_name: 'Timely' })).data
      const admin = await server.signIn('admin')
      const { milestone } = (await admin.post(`lead/${lead}/progress`, { type: 20, description: 'From the office' }))
        .data
      expect((await agent.post(`milestones/${milestone.id}`, { description: 'Mine' })).http).toBe(403)
      expect((await agent.delete(`milestones/${milestone.id}`)).http).toBe(403)
      const [signedUp] = (await agent.get(`lead/${lead}/milestones`, { filter: [16] })).data.data
      expect((await admin.delete(`milestones/${signedUp.id}`)).http).toBe(403)
      const stranger = await server.signIn('agent2')
      expect((await stranger.delete(`milestones/${milestone.id}`)).http).toBe(404)
    })

    it('answers 412 with what it is now, when somebody else was faster', async () => {
      const lead = await newLead()
      const { milestone } = (await agent.post(`lead/${lead}/progress`, { type: 20, description: 'As it was' })).data
      await agent.post(`milestones/${milestone.id}`, { description: 'As it is' })
      const late = await agent.post(
        `milestones/${milestone.id}`,
        { description: 'Mine' },
        { 'if-match': `"${milestone.version}"` },
      )
      expect(late).toMatchObject({ http: 412, data: { description: 'As it is' } })
    })
  })
})
