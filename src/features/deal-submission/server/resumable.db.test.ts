import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begun, cutOff, goOn, offsetOf, sentWhole, sizesIn } from '../../../testing/inputs/pieces.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestAnswer, TestClient } from '../../../testing/server.ts'
import { formOf, submissionFields } from '../rights.ts'
import { MAX_FILES } from '../rules/limits.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice(null, { KEYTURN_LOG: 'silent' })
}, 60_000)
afterAll(() => office.server.close())

/** A PDF with so many pages, some 100 KB, another one each time. */
async function pdfOf(pages = 1): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < pages; page++) pdf.addPage()
  await pdf.attach(randomBytes(100_000), 'scan.bin')
  return Uint8Array.from(await pdf.save())
}

interface Sent {
  uploads: readonly string[]
  more?: Record<string, string>
  files?: Parameters<typeof formOf>[1]
  key?: string
}

async function submit(client: TestClient, { uploads, more, files, key }: Sent): Promise<TestAnswer> {
  const form = formOf({ ...submissionFields(3), ...more }, files)
  for (const id of uploads) form.append('uploads[]', id)
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const response = await client.raw('coop-deals/store', { method: 'POST', body: form, headers })
  return { ...(await response.json()), http: response.status, headers: response.headers }
}

const paper = (at: number, title: string, file: number) => ({
  [`requiredDocuments[${at}][title]`]: title,
  [`requiredDocuments[${at}][isSubmitted]`]: '1',
  [`requiredDocuments[${at}][file]`]: String(file),
})

const dealCount = async () => (await office.rows('SELECT count(*)::int AS n FROM deals'))[0].n
const assigned = (deal: number) =>
  office.rows(
    `SELECT r.title, d.name, a.last_page FROM deal_document_assignments a
     JOIN deal_documents d ON d.id = a.document_id JOIN deal_required_documents r ON r.id = a.required_id
     WHERE d.deal_id = $1 ORDER BY d.id`,
    [deal],
  )

describe('a submitted deal whose files were sent before, piece by piece', () => {
  it('has each of them as the paper that it is, after those in the body', async () => {
    const [scan, waiver] = [await pdfOf(2), await pdfOf(3)]
    const id = await begun(office.agent, scan.length, 'Form320.pdf')
    await cutOff(office.server, office.agent, { id, content: scan, sent: 40_000 })
    expect(await submit(office.agent, { uploads: [id] })).toMatchObject({
      http: 409,
      message: 'This file has not arrived whole yet.',
    })
    await goOn(office.agent, id, await offsetOf(office.agent, id), scan.slice(40_000))
    const { http, data } = await submit(office.agent, {
      files: [['Rules.pdf', new Blob([await pdfOf()])]],
      uploads: [id, await sentWhole(office.agent, waiver, 'Waiver.pdf')],
      more: {
        ...paper(0, 'Condo rules', 0),
        ...paper(1, 'Confirmation of co-operation', 1),
        ...paper(2, 'Waiver', 2),
      },
    })
    expect(http).toBe(201)
    expect(await assigned(data.id)).toEqual([
      { title: 'Condo rules', name: 'Rules.pdf', last_page: 1 },
      { title: 'Confirmation of co-operation', name: 'Form320.pdf', last_page: 2 },
      { title: 'Waiver', name: 'Waiver.pdf', last_page: 3 },
    ])
    expect((await sizesIn(join(office.server.filesDir, 'incoming'))).has(id)).toBe(false)
  })

  it('is one deal, however often it is sent, also after the answer was lost', async () => {
    const before = await dealCount()
    const sent = { uploads: [await sentWhole(office.agent, await pdfOf())], more: paper(0, 'Waiver', 0) }
    const together = await Promise.all([
      submit(office.agent, { ...sent, key: randomUUID() }),
      submit(office.agent, { ...sent, key: randomUUID() }),
    ])
    // As after a reload: the form is the same, and its key another one.
    const again = await submit(office.agent, { ...sent, key: randomUUID() })
    for (const { http, data } of [...together, again]) expect({ http, data }).toEqual({ http: 201, data: again.data })
    expect(await dealCount()).toBe(before + 1)
    expect(await assigned(again.data.id)).toHaveLength(1)
    expect((await submit(office.agent, { ...sent, more: {} })).http).toBe(404)
  })

  it('is nothing when one of its steps fails, and keeps what was sent for the next try', async () => {
    const before = await dealCount()
    const sent = { uploads: [await sentWhole(office.agent, await pdfOf())], more: paper(0, 'Waiver', 0) }
    for (const table of ['deals', 'deal_documents', 'deal_document_assignments', 'idempotency_keys']) {
      await office.rows(
        `CREATE FUNCTION stop_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`,
      )
      await office.rows(
        `CREATE TRIGGER stop AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION stop_${table}()`,
      )
      expect((await submit(office.agent, sent)).http, table).toBe(500)
      await office.rows(`DROP TRIGGER stop ON ${table}`)
      expect(await dealCount(), table).toBe(before)
    }
    expect((await submit(office.agent, { ...sent, more: { ...sent.more, closingDate: '2027-02-30' } })).http).toBe(422)
    expect((await submit(office.agent, sent)).http).toBe(201)
    expect(await dealCount()).toBe(before + 1)
    const left = (await readdir(join(office.server.filesDir, 'incoming'))).filter(name => name !== 'resumable')
    expect(left).toEqual([])
  })

  it('names the file that is no PDF, and keeps the others for the next try', async () => {
    const before = await dealCount()
    const notes = await sentWhole(office.agent, new TextEncoder().encode('hello'), 'notes.pdf')
    const form = await sentWhole(office.agent, await pdfOf(), 'Form320.pdf')
    expect(await submit(office.agent, { uploads: [form, notes] })).toMatchObject({
      http: 422,
      message: { files: [expect.stringContaining('notes.pdf is not a PDF')] },
    })
    expect(await dealCount()).toBe(before)
    expect((await submit(office.agent, { uploads: [form] })).http).toBe(201)
  })

  it('takes nobody else’s files, and none of an agent whose right was taken away', async () => {
    const before = await dealCount()
    const foreign = await sentWhole(office.agent2, await pdfOf())
    expect((await submit(office.agent, { uploads: [foreign] })).http).toBe(404)
    const id = await sentWhole(office.newagent, await pdfOf())
    const user = office.userId('newagent')
    const boss = await office.server.signIn('super')
    expect((await boss.post(`users/${user}`, { denied_permissions: ['deals_access'] })).http).toBe(200)
    const refused = await office.server.signIn('newagent')
    expect((await submit(refused, { uploads: [id] })).http).toBe(403)
    expect(await dealCount()).toBe(before)
  })

  it('has no more files than a deal may, counted with those in the body', async () => {
    const before = await dealCount()
    const one = new Blob(['%PDF-'])
    const files = Array.from({ length: MAX_FILES }, (_, at) => [`${at}.pdf`, one] as const)
    const answer = await submit(office.agent, { files, uploads: [await sentWhole(office.agent, await pdfOf())] })
    expect(answer).toMatchObject({ http: 413, message: `One request takes at most ${MAX_FILES} files.` })
    expect(await dealCount()).toBe(before)
  })
})
