import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { addDays, subDays, subMonths } from 'date-fns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { startTestServer, type TestClient } from '../../../testing/server.ts'
import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'
import { readDoNotCallList } from './jobs/lists.ts'
import { readList } from './jobs/readList.ts'
import { lockList } from './queries.ts'

const LISTED = '+14165550142'
let office: TestOffice
let agent: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('DELETE FROM do_not_call_lists')
  await office.rows('DELETE FROM sending_hours')
})

const lines = (...numbers: string[]) => numbers.map(number => `${number}\n`).join('')
const today = () => new Date().toISOString().slice(0, 10)

interface Upload {
  content?: string | Buffer<ArrayBuffer>
  obtained_on?: string
  allow_smaller?: boolean
}

function upload({ content = lines('416,5550142'), obtained_on, allow_smaller }: Upload = {}) {
  const form = new FormData()
  if (obtained_on) form.set('obtained_on', obtained_on)
  if (allow_smaller) form.set('allow_smaller', '1')
  form.set('file', new Blob([content]), 'dncl.csv')
  return admin.upload('do-not-call/lists', form)
}

/** The job's own view of the product, outside of the queue. */
const job = (signal = new AbortController().signal) => {
  const { database, filesDir } = office.server
  const base = { db: database.db, now: new Date(), config: { filesDir, filesS3: null, doNotCallFolder: null } }
  const change = { changed() {}, audit() {}, async enqueue() {}, author: null }
  return {
    ...base,
    signal,
    transaction: (work: (ctx: never) => Promise<unknown>) =>
      database.db.transaction().execute(db => work({ ...base, ...change, db } as never)),
  } as never
}

/** Reads what was uploaded, should the queue not have done so yet; reading twice is reading once. */
async function imported(asked: Upload = {}) {
  const { http, data } = await upload(asked)
  expect(http).toBe(201)
  await readDoNotCallList.run(job(), { list_id: data.id })
  return stateOf(data.id)
}

async function stateOf(id: number) {
  const { data } = await admin.get('do-not-call/lists', { perPage: 200 })
  return data.data.find((list: { id: number }) => list.id === id)
}

const reachOf = async (id: number, channel: 'call' | 'text') => (await agent.get(`lead/${id}/reach`)).data[channel]
const isListed = async (number: string) => (await admin.get('do-not-call/check', { number })).data.is_listed

const consent = (lead_id: number, fields: Record<string, unknown>) =>
  addRow(office.rows, 'lead_consents', {
    lead_id,
    channel: 'email',
    source: 'Form',
    recorded_at: new Date(),
    ...fields,
  })

describe('the brokerage’s own do-not-call list', () => {
  const NUMBER = '+14165550167'
  const withdraw = (id: number) =>
    agent.post(`lead/${id}/consent`, { channel: 'call', kind: 'withdrawn', source: 'Phone' })

  it('holds the number of whoever asked not to be called, also under another lead and after a deletion', async () => {
    const [asked, other] = [
      await office.lead('agent', { phone: NUMBER }),
      await office.lead('agent', { phone_private: NUMBER }),
    ]
    expect((await reachOf(other, 'call')).refusals).toEqual([])
    expect((await withdraw(asked)).http).toBe(201)
    expect((await reachOf(asked, 'call')).verdict).toBe('refuse')
    await office.rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [asked])
    expect((await reachOf(other, 'call')).refusals).toMatchObject([
      {
        code: 'do_not_call',
        sentence: 'Somebody at this number asked not to be called.',
        rule: { id: 'utr-own-list' },
      },
    ])
    expect((await agent.post('calls', { lead_id: other })).http).toBe(409)
    expect((await reachOf(other, 'text')).refusals).toEqual([])
  })

  it('does not hold somebody at that number who said that they may be called', async () => {
    const [asked, other] = [
      await office.lead('agent', { phone: '+14165550168' }),
      await office.lead('agent', { phone_private: '+14165550168' }),
    ]
    await withdraw(asked)
    await consent(other, { channel: 'call', kind: 'express', given_at: subMonths(new Date(), 1) })
    expect((await reachOf(other, 'call')).refusals).toEqual([])
  })
})

describe('the national do-not-call list', () => {
  it('refuses calls and texts to its numbers, in words with the rule, and lets all others through', async () => {
    const [listed, other] = [
      await office.lead('agent', { phone: LISTED }),
      await office.lead('agent', { phone: '+14165550143' }),
    ]
    expect((await reachOf(listed, 'call')).verdict).toBe('send')
    expect(
      await imported({ content: lines('Area code,Number', '416,5550142', '(647) 555-0100', '1-905-555-0199') }),
    ).toMatchObject({
      state: 'in_force',
      numbers: 3,
      unreadable_lines: 0,
    })
    for (const channel of ['call', 'text'] as const) {
      const refused = await reachOf(listed, channel)
      expect(refused.verdict).toBe('refuse')
      expect(refused.refusals).toMatchObject([{ code: 'do_not_call', rule: { id: 'utr-dncl', since: '2008-09-30' } }])
      expect(refused.refusals[0].sentence).toContain('on the national do-not-call list')
      expect((await reachOf(other, channel)).refusals).toEqual([])
    }
    expect([await isListed('416 555 0142'), await isListed('+19055550199'), await isListed('416 555 0143')]).toEqual([
      true,
      true,
      false,
    ])
    const call = await agent.post('calls', { lead_id: listed })
    expect({ http: call.http, message: call.message }).toMatchObject({
      http: 409,
      message: expect.stringContaining('do-not-call list'),
    })
    expect(await office.rows('SELECT id FROM calls WHERE lead_id = $1', [listed])).toEqual([])
    expect((await agent.post('calls', { lead_id: listed, by_dialer: true })).http).toBeGreaterThanOrEqual(400)
    expect((await agent.post(`texts/${listed}`, { body: 'Hi' })).http).toBe(409)
  })

  it.each([
    [
      'an inquiry within six months',
      { kind: 'implied', basis: 'inquiry', expires_at: addDays(new Date(), 30) },
      subMonths(new Date(), 5),
      'send',
    ],
    [
      'an inquiry before that',
      { kind: 'implied', basis: 'inquiry', expires_at: subDays(new Date(), 1) },
      subDays(subMonths(new Date(), 6), 1),
      'refuse',
    ],
    [
      'a deal within eighteen months',
      { kind: 'implied', basis: 'deal', expires_at: addDays(new Date(), 60) },
      subMonths(new Date(), 17),
      'send',
    ],
    [
      'a deal before that',
      { kind: 'implied', basis: 'deal', expires_at: addDays(new Date(), 60) },
      subDays(subMonths(new Date(), 18), 1),
      'refuse',
    ],
    ['an express consent to calls', { channel: 'call', kind: 'express' }, subMonths(new Date(), 40), 'send'],
    ['an express consent to e-mail', { channel: 'email', kind: 'express' }, subMonths(new Date(), 1), 'refuse'],
  ])('with %s', async (_, fields, given_at, verdict) => {
    const id = await office.lead('agent', { phone: LISTED })
    await consent(id, { ...fields, given_at })
    await imported()
    expect((await reachOf(id, 'call')).verdict).toBe(verdict)
  })

  it('does not keep anybody from answering a lead who wrote within six months', async () => {
    const received = milestoneTypeOf(milestoneType.text)?.options.find(({ name }) => name === 'Received')?.id
    const id = await office.lead('agent', { phone: LISTED })
    await imported()
    expect((await reachOf(id, 'text')).verdict).toBe('refuse')
    await addRow(office.rows, 'milestones', {
      lead_id: id,
      milestone_type_id: milestoneType.text,
      milestone_option_id: received,
    })
    expect([(await reachOf(id, 'text')).verdict, (await reachOf(id, 'call')).verdict]).toEqual(['send', 'send'])
  })

  it('is shown with its age, and is refused when it is older than 31 days', async () => {
    const unlisted = await office.lead('agent', { phone: '+14165550143' })
    const inquirer = await office.lead('agent', { phone: '+14165550144' })
    await consent(inquirer, {
      kind: 'implied',
      basis: 'inquiry',
      given_at: subDays(new Date(), 9),
      expires_at: addDays(new Date(), 90),
    })
    await imported({ obtained_on: subDays(new Date(), 10).toISOString().slice(0, 10) })
    const setAge = (days: number) =>
      office.rows(`UPDATE do_not_call_lists SET obtained_on = (now() AT TIME ZONE 'America/Toronto')::date - $1::int`, [
        days,
      ])
    await setAge(31)
    expect((await agent.get('do-not-call')).data.list).toMatchObject({
      age_days: 31,
      is_too_old: false,
      numbers: 1,
      area_codes: [416],
    })
    expect((await reachOf(unlisted, 'call')).verdict).toBe('send')
    await setAge(32)
    expect((await agent.get('do-not-call')).data.list).toMatchObject({ age_days: 32, is_too_old: true })
    const refused = await reachOf(unlisted, 'call')
    expect(refused.refusals).toMatchObject([
      { code: 'do_not_call', sentence: expect.stringMatching(/more than 31 days old.*An administrator/) },
    ])
    expect((await reachOf(inquirer, 'call')).verdict).toBe('send')
  })

  it('stays in force until the next one is whole, and when the next one fails', async () => {
    const first = await imported({
      content: lines(...Array.from({ length: 20 }, (_, at) => `41655501${20 + at}`), '4165550142'),
    })
    const broken = await imported({ content: 'name,e-mail\n'.repeat(9) })
    expect(broken).toMatchObject({ state: 'failed', problem: 'There are no phone numbers in this file.' })
    const other = await imported({ content: `${lines('4165550142')}${'abc 12345\n'.repeat(40)}` })
    expect(other).toMatchObject({ state: 'failed', problem: expect.stringContaining('are not phone numbers') })
    const part = await imported({ content: lines('4165559999') })
    expect(part).toMatchObject({ state: 'failed', problem: expect.stringContaining('the list in force 21') })
    const older = await imported({ content: lines('4165559999'), obtained_on: '2026-01-01', allow_smaller: true })
    expect(older).toMatchObject({ state: 'failed', problem: expect.stringContaining('obtained later') })
    expect([await isListed(LISTED), await isListed('4165559999')]).toEqual([true, false])
    expect((await stateOf(first.id)).state).toBe('in_force')
    const right = await imported({ content: lines('4165559999'), allow_smaller: true })
    expect([right.state, (await stateOf(first.id)).state]).toEqual(['in_force', 'replaced'])
    expect([await isListed(LISTED), await isListed('4165559999')]).toEqual([false, true])
    expect(await office.rows('SELECT DISTINCT list_id FROM do_not_call_numbers')).toEqual([{ list_id: right.id }])
    // The queue may have been the one to read the last of them, and removes its file when it is done.
    await expect.poll(() => readdir(join(office.server.filesDir, 'do-not-call'))).toEqual([])
  })

  it('goes on where a run was stopped, with every number once', async () => {
    const numbers = Array.from({ length: 30_000 }, (_, at) => `416${String(2_000_000 + at * 37).padStart(7, '0')}`)
    const { id } = await addRow(office.rows, 'do_not_call_lists', {
      file_name: 'a.csv',
      file_size: 1,
      stored_as: 'stopped-list',
      obtained_on: today(),
      created_at: new Date(),
    })
    const { folderStore } = await import('../../../integrations/files/folder.ts')
    await folderStore(office.server.filesDir, 'do-not-call').keep('stopped-list', gzipSync(lines(...numbers)))
    const stopping = new AbortController()
    stopping.abort()
    const locked = () => office.server.database.db.transaction().execute(db => lockList({ db } as never, id))
    for (let runs = 0, end = 'stopped'; end === 'stopped'; runs++) {
      expect(runs).toBeLessThan(40)
      const list = await locked()
      if (!list) throw new Error('The list is gone.')
      end = await readList(job(runs < 3 ? stopping.signal : undefined), list, { blocks: 5, bytes: 1000 })
      if (runs === 0) expect((await locked())?.read_bytes).toBeGreaterThan(0)
    }
    await readDoNotCallList.run(job(), { list_id: id })
    expect(await stateOf(id)).toMatchObject({ state: 'in_force', read_lines: numbers.length, numbers: numbers.length })
  })

  it('is imported one at a time, and can be cancelled', async () => {
    const { id } = await addRow(office.rows, 'do_not_call_lists', {
      file_name: 'a.csv',
      file_size: 1,
      obtained_on: today(),
      created_at: new Date(),
      state: 'reading',
    })
    expect((await upload()).http).toBe(409)
    expect((await admin.post(`do-not-call/lists/${id}/cancel`)).data.state).toBe('cancelled')
    expect((await admin.post(`do-not-call/lists/${id}/cancel`)).http).toBe(409)
    expect((await imported()).state).toBe('in_force')
  })

  it('may not be from the future', async () => {
    const { http, data } = await upload({ obtained_on: '2099-01-01' })
    expect({ http, errors: data.errors }).toEqual({ http: 422, errors: ['obtained_on must not be in the future.'] })
  })
})

describe('a folder of lists', () => {
  it('is looked through for the newest file, which is imported once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyturn-dncl-'))
    const server = await startTestServer({ KEYTURN_DO_NOT_CALL_FOLDER: folder }, office.server)
    const there = await server.signIn('admin')
    const ago = subDays(new Date(), 2)
    await writeFile(join(folder, 'new.csv'), lines('4165550142'))
    await utimes(join(folder, 'new.csv'), ago, ago)
    await writeFile(join(folder, 'old.csv'), lines('4165550143'))
    await utimes(join(folder, 'old.csv'), subDays(ago, 9), subDays(ago, 9))
    expect((await there.post('do-not-call/look')).data.list).toMatchObject({ file_name: 'new.csv', user: null })
    expect((await there.post('do-not-call/look')).data.list).toBeNull()
    expect((await admin.post('do-not-call/look')).message).toContain('KEYTURN_DO_NOT_CALL_FOLDER')
    await server.close()
    await rm(folder, { recursive: true })
  })
})
