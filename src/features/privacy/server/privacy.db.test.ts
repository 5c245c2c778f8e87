import { subMonths } from 'date-fns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { anonymousTables } from '../rules.ts'
import { erasePassedPeople } from './jobs.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())

const NAME = 'Zebulon'
let serial = 0

/** Somebody with a little of everything. */
async function person(): Promise<{ id: number; email: string }> {
  const email = `zebulon${++serial}@people.test`
  const { data } = await office.agent.post('lead', {
    first_name: NAME,
    last_name: 'Quill',
    email,
    phone: `41655501${10 + serial}`,
  })
  await office.agent.post(`lead/${data.id}/notes`, { description: `${NAME} wants a den.` })
  await office.agent.post(`lead/${data.id}/tasks`, { task_type: 'phone_call', subject: `Call ${NAME}` })
  await office.agent.post(`lead/${data.id}/consent`, { channel: 'email', kind: 'express', source: 'Form' })
  await office.agent.post(`lead/${data.id}`, { first_name: NAME, last_name: 'Quillfeather' })
  return { id: data.id, email }
}

/** Gives them a part in a deal. */
async function deal(lead_id: number, fields: Record<string, unknown>): Promise<number> {
  const { id } = await addRow(office.rows, 'deals', { type: 1, price: 100, ...fields })
  await addRow(office.rows, 'deal_clients', {
    deal_id: id,
    position: 0,
    side: 'buyer',
    first_name: NAME,
    last_name: 'Quill',
    lead_id,
  })
  return id
}

/** An e-mail to some of them at once, as it is stored. */
async function emailTo(leads: readonly number[]): Promise<number> {
  const at = new Date()
  const content = `<p>${NAME}</p>`
  const message = await addRow(office.rows, 'email_messages', {
    user_id: office.userId('agent'),
    type: 'email',
    subject: 'Hello',
    content,
    created_at: at,
    mail_html: content,
    mail_text: NAME,
  })
  for (const lead_id of leads) {
    const sending = await addRow(office.rows, 'sendings', {
      cause: `email:${message.id}:${lead_id}`,
      lead_id,
      channel: 'email',
      class: 'personal',
      state: 'sent',
      due_at: at,
      decided_at: at,
      created_at: at,
    })
    await addRow(office.rows, 'emails', { message_id: message.id, lead_id, sending_id: sending.id, created_at: at })
  }
  return message.id
}

/** Tables in which a text still stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await office.rows(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await office.rows(
      `SELECT count(*)::int AS count FROM "${name}" AS t WHERE to_jsonb(t)::text ILIKE $1`,
      [`%${text}%`],
    )
    if (row?.count > 0) found.push(String(name))
  }
  return found
}

describe('what is held on a person', () => {
  it('is exported whole: every table that refers to leads, the deals, and what the log says', async () => {
    const { id } = await person()
    await deal(id, { status: 4 })
    const { http, data } = await office.admin.get(`privacy/${id}/export`)
    expect(http).toBe(200)
    expect(Object.keys(data.tables)).toEqual(
      expect.arrayContaining([
        'leads',
        'notes',
        'tasks',
        'milestones',
        'lead_consents',
        'deals',
        'deal_clients',
        'audit_entries',
      ]),
    )
    const withIt = await tablesWith(NAME)
    // Kept a day for repeats of the same request, and the answers of calls for as long.
    const passing = ['idempotency_keys']
    expect(withIt.filter(table => !passing.includes(table) && !(table in data.tables))).toEqual([])
    expect(data.contents.map((one: { what: string }) => one.what)).toContain('Entries of the timeline')
    const { data: log } = await office.admin.get('audit', { subject: 'lead', subject_id: String(id), call: 'export' })
    expect(log.data).toHaveLength(1)
  })

  it('is exported also where it says no lead: texts and blocks of their number, what waits at Intake, clients matched to nobody', async () => {
    const { id, email } = await person()
    const [lead] = await office.rows('SELECT phone FROM leads WHERE id = $1', [id])
    const at = new Date()
    const text = await addRow(office.rows, 'texts', {
      number: lead?.phone,
      direction: 'in',
      body: 'Hi',
      created_at: at,
    })
    await addRow(office.rows, 'text_threads', {
      number: lead?.phone,
      last_text_id: text.id,
      last_at: at,
      is_waiting: true,
      unread: 1,
    })
    await addRow(office.rows, 'calls', { direction: 'inbound', from_number: lead?.phone, state: 'refused' })
    const block = await addRow(office.rows, 'blocked_numbers', {
      number: lead?.phone,
      user_id: office.userId('admin'),
      blocked_at: at,
    })
    await addRow(office.rows, 'stopped_contacts', {
      blocked_number_id: block.id,
      kind: 'text_dropped',
      body: 'Again',
      stopped_at: at,
    })
    const draft = await addRow(office.rows, 'deals', { type: 1, price: 100 })
    await addRow(office.rows, 'deal_clients', {
      deal_id: draft.id,
      position: 0,
      side: 'buyer',
      first_name: NAME,
      email,
    })
    const { source } = (await office.admin.post('intake/sources', { kind: 'mailbox', name: `Portal ${id}` })).data
    const sent = { source_id: source.id, received_at: at }
    const alone = await addRow(office.rows, 'intake_deliveries', {
      ...sent,
      events: 1,
      body: JSON.stringify({ email }),
    })
    const batch = await addRow(office.rows, 'intake_deliveries', {
      ...sent,
      events: 2,
      body: JSON.stringify([{ email }, 'Others']),
    })
    await addRow(office.rows, 'intake_events', {
      source_id: source.id,
      source_event_id: `export-${id}`,
      type: 'signed_up',
      occurred_at: at,
      received_at: at,
      person: JSON.stringify({ email }),
    })
    const { tables } = (await office.admin.get(`privacy/${id}/export`)).data
    expect(tables).toMatchObject({
      texts: [{ body: 'Hi' }],
      text_threads: [{ unread: 1 }],
      calls: [{ state: 'refused' }],
      blocked_numbers: [{ id: block.id }],
      stopped_contacts: [{ body: 'Again' }],
      deal_clients: [{ email }],
      intake_events: [{ source_event_id: `export-${id}` }],
      intake_deliveries: [
        { id: alone.id, body: JSON.stringify({ email }) },
        { id: batch.id, body: null },
      ],
    })
  })

  it('goes for good with an erasure, out of the audit log as well, which still says that things were done', async () => {
    const { id } = await person()
    const mark = `Mark${id}`
    await office.agent.post(`lead/${id}/notes`, { description: mark })
    await office.agent.post(`lead/${id}`, { first_name: NAME, last_name: 'Quillfeather', occupation: mark })
    const entries = async () =>
      office.rows('SELECT call FROM audit_entries WHERE audit_references(subject, subject_id, changes) && $1', [
        [`lead ${id}`],
      ])
    const before = await entries()
    const preview = await office.admin.get(`privacy/${id}`)
    expect(preview.data).toMatchObject({ name: `${NAME} Quillfeather`, kept: [] })
    expect(preview.data.removed).toContainEqual({ what: 'Notes', count: 2 })
    const { data } = await office.admin.post(`privacy/${id}/erase`, { reason: 'They asked for it.' })
    expect(data).toMatchObject({ lead_id: id, reason: 'They asked for it.', kept: [] })
    const [row] = await office.rows('SELECT count(*)::int AS count FROM leads WHERE id = $1', [id])
    expect(row?.count).toBe(0)
    const held = await office.rows(
      `SELECT id FROM audit_entries WHERE (changes::text LIKE $1 OR input::text LIKE $1)`,
      [`%${mark}%`],
    )
    expect(held).toEqual([])
    expect((await entries()).length).toBeGreaterThanOrEqual(1)
    expect(before.length).toBeGreaterThan(3)
    expect((await office.admin.get(`lead/${id}`)).http).toBe(404)
    expect((await office.admin.post(`privacy/${id}/erase`, { reason: 'Again' })).http).toBe(404)
    expect((await office.admin.get('privacy/erasures')).data.data[0]).toMatchObject({ lead_id: id })
  })

  it('stays where the law wants the records of a trade, which is said with its end', async () => {
    const { id } = await person()
    const dealId = await deal(id, { status: 5, close_date: '2026-03-01' })
    const { data } = await office.admin.post(`privacy/${id}/erase`, { reason: 'They asked for it.' })
    expect(data.kept).toMatchObject([
      {
        what: 'Records of deals',
        count: 1,
        until: '2032-03-01T00:00:00.000Z',
        why: expect.stringContaining('6 years'),
      },
    ])
    const clients = await office.rows('SELECT first_name, lead_id FROM deal_clients WHERE deal_id = $1', [dealId])
    expect(clients).toEqual([{ first_name: NAME, lead_id: null }])
  })

  it('goes with the e-mails that were written to them alone, and leaves what others were sent as well', async () => {
    const [gone, other] = [await person(), await person()]
    const task = (await office.agent.post(`lead/${gone.id}/tasks`, { task_type: 'manual_email', subject: 'Write' }))
      .data
    const [alone, both] = [await emailTo([gone.id]), await emailTo([gone.id, other.id])]
    await office.rows('UPDATE email_messages SET task_id = $2 WHERE id = $1', [alone, task.id])
    expect((await office.admin.post(`privacy/${gone.id}/erase`, { reason: 'They asked for it.' })).http).toBe(200)
    expect(await office.rows('SELECT id FROM email_messages WHERE id = ANY($1)', [[alone, both]])).toEqual([
      { id: both },
    ])
    expect(await office.rows('SELECT lead_id FROM emails WHERE message_id = $1', [both])).toEqual([
      { lead_id: other.id },
    ])
  })

  it('leaves the papers of a deal that the law holds, and names nobody on one that it does not', async () => {
    const { id } = await person()
    const [held, draft] = [await deal(id, { status: 4 }), await deal(id, { status: 1 })]
    const [client] = await office.rows('SELECT id FROM deal_clients WHERE deal_id = $1', [held])
    await addRow(office.rows, 'deal_required_documents', {
      deal_id: held,
      position: 0,
      title: 'FINTRAC identification',
      client_id: client?.id,
    })
    const { data } = await office.admin.post(`privacy/${id}/erase`, { reason: 'They asked for it.' })
    expect(data.kept).toMatchObject([{ count: 1, until: null }])
    const papers = await office.rows('SELECT count(*)::int AS count FROM deal_required_documents WHERE deal_id = $1', [
      held,
    ])
    expect(papers).toEqual([{ count: 1 }])
    const names = await office.rows(
      'SELECT deal_id, first_name FROM deal_clients WHERE deal_id = ANY($1) ORDER BY deal_id',
      [[held, draft]],
    )
    expect(names).toEqual([
      { deal_id: held, first_name: NAME },
      { deal_id: draft, first_name: '' },
    ])
  })

  it('goes from what their number left behind, in texts of nobody and at Intake', async () => {
    const { id } = await person()
    const [lead] = await office.rows('SELECT phone FROM leads WHERE id = $1', [id])
    await addRow(office.rows, 'texts', {
      number: lead?.phone,
      direction: 'in',
      body: `${NAME} here`,
      created_at: new Date(),
    })
    const { source } = (await office.admin.post('intake/sources', { kind: 'mailbox', name: 'Portals' })).data
    const delivery = await addRow(office.rows, 'intake_deliveries', {
      source_id: source.id,
      received_at: new Date(),
      body: JSON.stringify({ person: { phones: [lead?.phone] } }),
    })
    const { data } = await office.admin.post(`privacy/${id}/erase`, { reason: 'They asked for it.' })
    expect(await office.rows('SELECT id FROM texts WHERE number = $1', [lead?.phone])).toEqual([])
    expect(await office.rows('SELECT id FROM intake_deliveries WHERE id = $1', [delivery.id])).toEqual([])
    expect(data.removed).toContainEqual({ what: 'Intake deliveries', count: 1 })
  })

  it('takes nothing of others out of entries that only list them', async () => {
    const [gone, other] = [await person(), await person()]
    await office.rows(`INSERT INTO audit_entries (call, subject, changes) VALUES ('tasks.completeMany', 'tasks', $1)`, [
      JSON.stringify([
        { subject: 'tasks', subject_id: null, before: null, after: { lead_ids: [gone.id, other.id], completed: 2 } },
      ]),
    ])
    await office.admin.post(`privacy/${gone.id}/erase`, { reason: 'They asked for it.' })
    const { data } = await office.admin.get('audit', {
      subject: 'lead',
      subject_id: String(other.id),
      call: 'completeMany',
    })
    expect(data.data).toHaveLength(1)
  })

  it('goes with those who were merged into them', async () => {
    const [kept, merged] = [await person(), await person()]
    await office.admin.post(`lead/${kept.id}/merge`, { with: merged.id })
    await office.admin.post(`privacy/${kept.id}/erase`, { reason: 'They asked for it.' })
    const left = await office.rows('SELECT id FROM leads WHERE id = ANY($1)', [[kept.id, merged.id]])
    expect(left).toEqual([])
  })

  it('is decided for each table that only loses the link to an erased person', async () => {
    const unlinked = await office.rows(
      `SELECT c.conrelid::regclass::text AS name FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = 'leads'::regclass AND c.confdeltype = 'n'`,
    )
    const goesAllTheSame = ['intake_mails']
    for (const { name } of unlinked) expect([...anonymousTables, ...goesAllTheSame]).toContain(name)
  })

  it('cannot be taken out of the audit log in any other way', async () => {
    await expect(office.rows(`UPDATE audit_entries SET input = NULL`)).rejects.toThrow('append-only')
    await expect(office.rows(`DELETE FROM audit_entries`)).rejects.toThrow('append-only')
    await expect(office.rows(`DELETE FROM erasures`)).rejects.toThrow('append-only')
  })
})

describe('the retention setting', () => {
  const runJob = async (database: Database) => {
    const admin = adminAtWork(database, office.userId('admin'))
    await erasePassedPeople.run(
      {
        ...admin.reading,
        transaction: work => admin.writing(ctx => work({ ...ctx, author: null })),
        signal: new AbortController().signal,
      },
      {},
    )
  }
  const isThere = async (id: number) => (await office.rows('SELECT id FROM leads WHERE id = $1', [id])).length === 1

  it('erases people of whom nothing was heard for so long, and nobody else', async () => {
    const [quiet, recent, client] = [
      await office.lead(),
      await office.lead(),
      await office.lead('agent', { status_value: 9 }),
    ]
    const onDeal = await office.lead()
    await deal(onDeal, { status: 5, close_date: '2022-01-01' })
    const long = subMonths(new Date(), 30)
    await office.rows('UPDATE leads SET created_at = $2, last_active_at = $2 WHERE id = ANY($1)', [
      [quiet, client],
      long,
    ])
    expect((await office.admin.get('privacy/retention')).data).toMatchObject({ quiet_months: null, quiet_people: 0 })
    expect((await office.admin.get('privacy/retention', { quiet_months: 24 })).data.quiet_people).toBe(1)
    expect((await office.admin.post('privacy/retention', { quiet_months: 3, deleted_months: null })).http).toBe(422)
    await office.admin.post('privacy/retention', { quiet_months: 24, deleted_months: null, reason: 'Policy' })
    await runJob(office.server.database)
    expect(await Promise.all([quiet, recent, client, onDeal].map(isThere))).toEqual([false, true, true, true])
    expect((await office.admin.get('privacy/erasures')).data.data[0]).toMatchObject({ lead_id: quiet, by: null })
  })

  it('erases leads that were deleted so long ago', async () => {
    const id = await office.lead('agent', { deleted_at: subMonths(new Date(), 13) })
    await office.admin.post('privacy/retention', { quiet_months: null, deleted_months: 12 })
    await runJob(office.server.database)
    expect(await isThere(id)).toBe(false)
  })
})
