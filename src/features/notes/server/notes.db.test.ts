import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('notes on a lead', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let agent2: TestClient
  let admin: TestClient
  const userId = async (account: string): Promise<number> =>
    (await server.database.pool.query('SELECT id FROM users WHERE email = $1', [`${account}@keyturn.test`])).rows[0].id
  const newLead = async (client = agent): Promise<number> =>
    (await client.post('lead', { first_name: 'Nadia', email: `nadia${Math.random()}@leads.test` })).data.id

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    agent2 = await server.signIn('agent2')
    admin = await server.signIn('admin')
  }, 60_000)
  afterAll(() => server.close())

  it('stand newest first by their date, with who wrote them, and beside the lead', async () => {
    const lead = await newLead()
    await agent.post(`lead/${lead}/notes`, { description: 'Second', date: '2026-03-02 10:00:00' })
    await agent.post(`lead/${lead}/notes`, { description: 'First', date: '2026-03-01 10:00:00' })
    const third = await agent.post(`lead/${lead}/notes`, { description: 'Third' })
    expect(third).toMatchObject({ http: 201, data: { description: 'Third', lead_id: lead, mentions: [] } })
    const page = await agent.get(`lead/${lead}/notes`, { perPage: 2 })
    expect(page.data).toMatchObject({
      total: 3,
      last_page: 2,
      data: [{ description: 'Third' }, { description: 'Second' }],
    })
    const { notes } = (await agent.get(`lead/${lead}`)).data
    expect(notes.map((note: { description: string }) => note.description)).toEqual(['Third', 'Second', 'First'])
    expect(notes[0].author.id).toBe(await userId('agent'))
  })

  it('answer 412 with the note as it is, when somebody else changed it first', async () => {
    const lead = await newLead()
    const { data: note } = await agent.post(`lead/${lead}/notes`, { description: 'As it was' })
    await agent.post(`note/${note.id}`, { description: 'As it is' })
    const late = await agent.post(`note/${note.id}`, { description: 'Mine' }, { 'if-match': `"${note.version}"` })
    expect(late).toMatchObject({ http: 412, error: 'stale', data: { description: 'As it is' } })
  })

  it('are changed by who wrote them and by those who see all leads, not by a colleague who merely reaches the lead', async () => {
    const lead = await newLead()
    const { data: note } = await admin.post(`lead/${lead}/notes`, { description: 'From the office' })
    expect(await agent.post(`note/${note.id}`, { description: 'Changed' })).toMatchObject({ http: 403 })
    expect(await agent.delete(`note/${note.id}`)).toMatchObject({ http: 403 })
    const { data: own } = await agent.post(`lead/${lead}/notes`, { description: 'Own' })
    expect(await admin.post(`note/${own.id}`, { description: 'Own, corrected' })).toMatchObject({ http: 200 })
    expect(await agent2.post(`note/${own.id}`, { description: 'Taken' })).toMatchObject({ http: 404 })
  })

  it('come back within ten minutes of being deleted, and not later', async () => {
    const lead = await newLead()
    const { data: note } = await agent.post(`lead/${lead}/notes`, { description: 'Gone?' })
    expect((await agent.delete(`note/${note.id}`)).http).toBe(200)
    expect((await agent.get(`lead/${lead}/notes`)).data.data).toEqual([])
    expect((await agent.delete(`note/${note.id}`)).http).toBe(404)
    expect(await agent.post(`note/${note.id}/restore`)).toMatchObject({ http: 200, data: { description: 'Gone?' } })
    await agent.delete(`note/${note.id}`)
    server.clock.now = new Date(Date.now() + 11 * 60_000)
    expect(await agent.post(`note/${note.id}/restore`)).toMatchObject({ http: 409 })
    server.clock.now = null
  })

  it('refuse words that say nothing, by field', async () => {
    const lead = await newLead()
    const answer = await agent.post(`lead/${lead}/notes`, { description: '   ' })
    expect(answer).toMatchObject({
      http: 422,
      message: { description: [expect.stringContaining('must not be empty')] },
    })
  })

  describe('that mention a colleague', () => {
    it('tell them once, and only while the words name them', async () => {
      const lead = await newLead()
      const administrator = await userId('admin')
      const [{ name }] = (await agent.get(`lead/${lead}/colleagues`)).data.filter(
        (person: { id: number }) => person.id === administrator,
      )
      const { data: note } = await agent.post(`lead/${lead}/notes`, {
        description: `@${name} please look`,
        mentions: [administrator],
      })
      expect(note.mentions).toEqual([{ id: administrator, name }])
      const mentions = (await admin.get('mentions')).data
      expect(mentions).toMatchObject({
        unread: 1,
        data: [{ note_id: note.id, is_read: false, lead: { id: lead } }],
      })
      await admin.post('mentions/read')
      await agent.post(`note/${note.id}`, { description: `@${name} please look again`, mentions: [administrator] })
      expect((await admin.get('mentions')).data.unread).toBe(0)
      const changed = await agent.post(`note/${note.id}`, { description: 'Solved', mentions: [administrator] })
      expect(changed.data.mentions).toEqual([])
      expect((await admin.get('mentions')).data.data).toEqual([])
    })

    it('keep whom they named when the lead has left the team since, and name nobody anew', async () => {
      const lead = await newLead()
      const leader = await userId('teamlead')
      const people = (await agent.get(`lead/${lead}/colleagues`)).data
      const { name } = people.find((person: { id: number }) => person.id === leader)
      const { data: note } = await agent.post(`lead/${lead}/notes`, { description: `@${name} see`, mentions: [leader] })
      await server.database.pool.query('UPDATE leads SET agent_id = NULL WHERE id = $1', [lead])
      const changed = await admin.post(`note/${note.id}`, { description: `@${name} saw`, mentions: [leader] })
      expect(changed).toMatchObject({ http: 200, data: { mentions: [{ id: leader }] } })
      expect((await admin.post(`note/${note.id}`, { description: 'Seen' })).data.mentions).toEqual([])
      const again = await admin.post(`note/${note.id}`, { description: `@${name} saw`, mentions: [leader] })
      expect(again.http).toBe(422)
    })

    it('offer and take only those who may see the lead', async () => {
      const lead = await newLead()
      const [second, desk] = [await userId('agent2'), await userId('desk')]
      const offered = (await agent.get(`lead/${lead}/colleagues`)).data.map((person: { id: number }) => person.id)
      expect(offered).toContain(await userId('teamlead'))
      expect(offered).not.toContain(second)
      expect(offered).not.toContain(desk)
      const answer = await agent.post(`lead/${lead}/notes`, { description: '@Somebody', mentions: [second] })
      expect(answer).toMatchObject({
        http: 422,
        message: { mentions: [expect.stringContaining('cannot see this lead')] },
      })
    })
  })
})
