import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../testing/server.ts'
import { emailOf, type World, worldOf } from '../../testing/world.ts'

/** Somebody at work, with a lead that they see. */
interface Subject {
  account: string
  user_id: number
  client: TestClient
  lead: number
}

/** Something that was opened while its owner saw the lead. */
interface Opened {
  /** Whether it shows the lead now. */
  shows(): Promise<boolean>
  close?(): void
}

interface Office {
  server: TestServer
  world: World
  /** A super administrator, who works at another process than the subject. */
  boss: TestClient
}

/** What somebody may have open. A row of the matrix. */
const openings: Record<string, (office: Office, subject: Subject) => Promise<Opened>> = {
  'a session': async (_office, { client, lead }) => ({
    shows: async () => (await client.get(`lead/${lead}`)).http === 200,
  }),
  'a live stream': openStream,
  'the link to an export': openExport,
}

type Opening = keyof typeof openings

interface Loss {
  who: 'agent' | 'admin'
  /** Of a lead that the agent added. */
  isPersonal?: boolean
  take(office: Office, subject: Subject): Promise<unknown>
  /** What may go on, because it is a copy of what was theirs then and is nobody else's now. */
  except?: readonly Opening[]
  /** Puts back what others would lose as well. */
  restore?(office: Office, subject: Subject): Promise<unknown>
}

const change =
  (fields: object) =>
  (office: Office, { user_id }: Subject) =>
    office.boss.post(`users/${user_id}`, fields)

/** What may be lost. A column of the matrix. */
const losses: Record<string, Loss> = {
  'they log out': { who: 'agent', take: (_office, { client }) => client.post('login/logout') },
  'their account is closed': { who: 'agent', take: change({ is_active: false }) },
  'an agent changes to a role without leads': { who: 'agent', take: change({ roles: ['front_desk'] }) },
  'an administrator becomes an agent': { who: 'admin', take: change({ roles: ['agent'] }) },
  'they are denied leads': { who: 'agent', take: change({ denied_permissions: ['view_leads'] }) },
  'they are denied the leads of others': { who: 'admin', take: change({ denied_permissions: ['view_all_leads'] }) },
  'the lead is given to somebody else': {
    who: 'agent',
    take: async ({ boss, world }, { lead }) =>
      boss.post(`admin/reassign/${lead}`, { agent: await world.agentId('agent2') }),
  },
  'maintenance begins': {
    who: 'agent',
    take: ({ boss }) => boss.post('admin/maintenance', { minutes: 20 }),
    async restore({ boss }, { client }) {
      await boss.post('admin/maintenance', { end: 1 })
      await expect.poll(async () => (await client.get('tags')).http).toBe(200)
    },
  },
  'their session was not used for a month': {
    who: 'agent',
    async take({ server, boss }, { user_id }) {
      await server.database.pool.query(
        `UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE user_id = $1`,
        [user_id],
      )
      // Nothing tells of it: streams are looked up at the next change of people, or in the next minute.
      return boss.post('teams', { name: `Team of ${user_id}` })
    },
  },
  'the lead is deleted': {
    who: 'agent',
    isPersonal: true,
    take: (_office, { client, lead }) => client.delete(`lead/${lead}`),
    except: ['the link to an export'],
  },
}

async function openStream({ server, world, boss }: Office, { client, lead }: Subject): Promise<Opened> {
  const closing = new AbortController()
  const { body } = await client.raw('events', { signal: closing.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Reads on until a text was heard; false when the stream ended before. */
  const until = async (wanted: string): Promise<boolean> => {
    while (!text.includes(wanted)) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return false
      text += chunk.value
    }
    return true
  }
  return {
    async shows() {
      const end = `end-${world.unused()}`
      text = ''
      await boss.post(`lead/${lead}`, { last_name: `Changed ${world.unused()}` })
      await server.database.pool.query(
        "INSERT INTO live_changes (topic, ids, audience) VALUES ($1, '{}', '{everyone}')",
        [end],
      )
      await server.database.pool.query("SELECT pg_notify('keyturn_live', '')")
      const isOpen = await until(end)
      return isOpen && new RegExp(`"topic":"leads","ids":\\[[^\\]]*\\b${lead}\\b`).test(text)
    },
    close: () => closing.abort(),
  }
}

async function openExport(_office: Office, { client }: Subject): Promise<Opened> {
  const { data: asked } = await client.post('exports', { all: true })
  await expect.poll(async () => (await client.get(`exports/${asked.id}`)).data.status).toBe('done')
  const { data: made } = await client.get(`exports/${asked.id}`)
  return { shows: async () => (await client.raw(made.link.url)).status === 200 }
}

describe('what somebody has open follows', { timeout: 60_000 }, () => {
  let server: TestServer
  let elsewhere: TestServer
  let office: Office
  beforeAll(async () => {
    server = await startTestServer()
    elsewhere = await startTestServer({}, server)
    office = { server, world: worldOf(server), boss: await server.signIn('super') }
  })
  afterAll(async () => {
    await elsewhere.close()
    await server.close()
  })

  /** Somebody new who is signed in at this process, may export, and sees a lead: an agent their own, others that of `agent`. */
  async function subjectAt(process: TestServer, role: Loss['who'], isPersonal = false): Promise<Subject> {
    const { boss, world } = office
    const account = `person${world.unused()}`
    const { data: user } = await boss.post('users', {
      first_name: 'Ada',
      email: emailOf(account),
      roles: [role],
      granted_permissions: ['export_leads'],
    })
    await server.database.pool.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'agent@keyturn.test') WHERE id = $1`,
      [user.id],
    )
    const lead = await world.lead(role === 'agent' ? account : 'agent', isPersonal)
    return { account, user_id: user.id, client: await process.signIn(account), lead }
  }

  for (const [loss, { who, isPersonal, take, restore, except = [] }] of Object.entries(losses))
    for (const where of ['in the same process', 'in another process'])
      it(`when ${loss}, ${where}`, async () => {
        const subject = await subjectAt(where === 'in the same process' ? server : elsewhere, who, isPersonal)
        const opened = await Promise.all(
          Object.entries(openings).map(async ([name, open]) => ({ name, thing: await open(office, subject) })),
        )
        for (const { name, thing } of opened) expect(await thing.shows(), name).toBe(true)
        expect(await take(office, subject)).toMatchObject({ status: 1 })
        for (const { name, thing } of opened) {
          if (except.includes(name)) expect(await thing.shows(), name).toBe(true)
          else await expect.poll(thing.shows, { message: name }).toBe(false)
          thing.close?.()
        }
        await restore?.(office, subject)
      })

  it('without using the session: an open stream does not keep it from ending', async () => {
    const subject = await subjectAt(server, 'agent')
    const stream = await openStream(office, subject)
    const lastUse = async () =>
      (await server.database.pool.query('SELECT last_used_at FROM sessions WHERE user_id = $1', [subject.user_id]))
        .rows[0].last_used_at
    await server.database.pool.query(
      `UPDATE sessions SET last_used_at = now() - interval '3 days' WHERE user_id = $1`,
      [subject.user_id],
    )
    const before = await lastUse()
    await office.boss.post('teams', { name: `Team ${office.world.unused()}` })
    expect(await stream.shows()).toBe(true)
    expect(await lastUse()).toEqual(before)
    const lastUseAfterRequest = async () => {
      expect((await subject.client.get('tags')).http).toBe(200)
      return lastUse()
    }
    await expect.poll(lastUseAfterRequest).not.toEqual(before)
    await subject.client.post('login/logout')
    await expect.poll(stream.shows).toBe(false)
    stream.close?.()
  })
})
