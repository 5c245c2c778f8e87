import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobContext } from '../../../platform/server/context.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { purgeDocumentFiles } from './jobs.ts'

let office: TestOffice
let deals: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  deals = await office.server.signIn('deals')
}, 60_000)
afterAll(() => office.server.close())

async function pdfOf(pages = 1, title = 'Waiver'): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  for (let page = 0; page < pages; page++) pdf.addPage()
  return Uint8Array.from(await pdf.save())
}

async function newDeal(): Promise<number> {
  const agent = office.agentId('agent')
  const [{ id }] = await office.rows(
    `INSERT INTO deals (type, status, agent_id, street_number, street_name, street_direction, unit, trade_number)
     VALUES (3, 4, $1, '12', 'King St', 'W', '305', '26-1184') RETURNING id`,
    [agent],
  )
  return id
}

type Sent = readonly (readonly [name: string, content: BlobPart])[]

function send(client: TestClient, deal: number, files: Sent) {
  const form = new FormData()
  for (const [name, content] of files) form.append('files[]', new Blob([content]), name)
  return client.upload(`deals/${deal}/documents`, form)
}

const documents = async (client: TestClient, deal: number): Promise<{ id: number; name: string }[]> =>
  (await client.get(`deals/${deal}/documents`)).data.documents

/** A worker of the queue, some time from now. */
function worker(laterMs = 0): JobContext {
  const person = adminAtWork(office.server.database, office.userId('admin'))
  return {
    ...person.reading,
    now: new Date(Date.now() + laterMs),
    config: { ...person.reading.config, filesDir: office.server.filesDir },
    signal: new AbortController().signal,
    transaction: work => person.writing(work),
  }
}

const stored = async () => (await readdir(join(office.server.filesDir, 'documents')).catch(() => [])).sort()

describe('documents of a deal', () => {
  it('come with the parts of its address, and keep their content under its hash, once', async () => {
    const deal = await newDeal()
    const bytes = await pdfOf(3)
    const before = await stored()
    const answer = await send(office.agent, deal, [
      ['Waiver.pdf', bytes],
      ['../../Waiver, copy.PDF', bytes],
    ])
    expect(answer).toMatchObject({ http: 201, data: [{ name: 'Waiver.pdf', pages: 3 }, { name: 'Waiver, copy.pdf' }] })
    const { data } = await office.agent.get(`deals/${deal}/documents`)
    expect(data).toMatchObject({
      trade_id: '26-1184',
      street_number: '12',
      street_name: 'King St',
      street_direction: 'W',
      suite_number: '305',
      documents: [{ name: 'Waiver.pdf', size: bytes.length, lastModified: expect.any(String) }, {}],
      is_scanned: false,
    })
    const added = (await stored()).filter(name => !before.includes(name))
    expect(added).toEqual([createHash('sha256').update(bytes).digest('hex')])
  })

  it('of a loop are there once in each edition, however often they are sent', async () => {
    const deal = await newDeal()
    const content = await pdfOf()
    const sendLoop = async (revision: string) => {
      const form = new FormData()
      form.append('files[]', new Blob([content]), 'Offer.pdf')
      for (const [field, value] of Object.entries({ file: '0', id: '4711', revision }))
        form.append(`loop_files[0][${field}]`, value)
      return (await office.agent.upload(`deals/${deal}/documents`, form)).data
    }
    expect(await sendLoop('2026-11-20T10:00:00Z')).toHaveLength(1)
    expect(await sendLoop('2026-11-20T10:00:00Z')).toHaveLength(0)
    expect(await sendLoop('2026-11-21T10:00:00Z')).toHaveLength(1)
    expect(await documents(office.agent, deal)).toHaveLength(2)
    const sources = await office.rows('SELECT source, source_id FROM deal_documents WHERE deal_id = $1', [deal])
    expect(sources[0]).toEqual({ source: 'dotloop', source_id: '4711' })

    const [first] = await documents(office.agent, deal)
    await office.agent.delete(`deals/${deal}/documents/${first?.id}`)
    expect(await sendLoop('2026-11-20T10:00:00Z')).toHaveLength(1)
    const restored = await office.agent.post(`deals/${deal}/documents/${first?.id}/restore`)
    expect(restored).toMatchObject({ http: 409, message: 'This document was added from the loop again.' })
  })

  it('are PDF by their content: all of an upload is refused with what is wrong with each', async () => {
    const deal = await newDeal()
    const good = await pdfOf()
    const before = await stored()
    const answer = await send(office.agent, deal, [
      ['Fine.pdf', good],
      ['Photo.pdf', 'not a PDF at all'],
      ['Torn.pdf', good.slice(0, 40)],
    ])
    expect(answer.http).toBe(422)
    expect(answer.data.errors.join(' ')).toContain('Photo.pdf is not a PDF.')
    expect(answer.data.errors.join(' ')).toMatch(/Torn\.pdf (is damaged|has no pages)/)
    expect(await documents(office.agent, deal)).toEqual([])
    expect(await stored()).toEqual(before)
  })

  it('protected with a password are refused with how to go on', async () => {
    const deal = await newDeal()
    const pdf = await PDFDocument.load(await pdfOf())
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
    const answer = await send(office.agent, deal, [['Locked.pdf', Uint8Array.from(await pdf.save())]])
    expect(answer.data.errors).toEqual([
      'Locked.pdf is protected with a password. Remove the password and upload it again.',
    ])
  })

  it('are renamed, withdrawn and restored, and their content stays', async () => {
    const deal = await newDeal()
    const { data } = await send(office.agent, deal, [['Scan.pdf', await pdfOf(1, 'Scan')]])
    const [{ id }] = data
    const renamed = await office.agent.post(`deals/${deal}/documents/${id}/rename`, { file_name: 'Deposit receipt' })
    expect(renamed.data.name).toBe('Deposit receipt.pdf')
    const before = await stored()
    await office.agent.delete(`deals/${deal}/documents/${id}`, { reason: 'Sent twice' })
    expect(await documents(office.agent, deal)).toEqual([])
    expect((await office.agent.raw(`deals/${deal}/files/${id}`)).status).toBe(404)
    expect(await stored()).toEqual(before)
    await office.agent.post(`deals/${deal}/documents/${id}/restore`)
    expect(await documents(office.agent, deal)).toMatchObject([{ id, name: 'Deposit receipt.pdf' }])
  })

  it('leave no content behind that none of them names, and keep that of withdrawn ones', async () => {
    const deal = await newDeal()
    const bytes = await pdfOf(1, 'withdrawn')
    const { data } = await send(office.agent, deal, [['Waiver.pdf', bytes]])
    await office.agent.delete(`deals/${deal}/documents/${data[0].id}`)
    const withdrawn = createHash('sha256').update(bytes).digest('hex')
    const nobodys = ['f'.repeat(64), 'e'.repeat(64), 'unfinished-1']
    for (const name of nobodys) await writeFile(join(office.server.filesDir, 'documents', name), 'left behind')
    await office.rows(
      `INSERT INTO document_files (hash, size, pages, stored_at) VALUES (repeat('f', 64), 1, 1, '2026-01-01')`,
    )
    await purgeDocumentFiles.run(worker(), {})
    expect(await stored()).toEqual(expect.arrayContaining([withdrawn, ...nobodys]))
    await purgeDocumentFiles.run(worker(2 * 86_400_000), {})
    const left = await stored()
    expect(left).toContain(withdrawn)
    expect(left.filter(name => nobodys.includes(name))).toEqual([])
    expect(await office.rows(`SELECT FROM document_files WHERE hash = repeat('f', 64)`)).toEqual([])
  })

  it('are downloaded one by one, and all as a zip named after the address', async () => {
    const deal = await newDeal()
    const bytes = await pdfOf(2)
    await send(office.agent, deal, [
      ['Schedule B – é.pdf', bytes],
      ['Waiver.pdf', bytes],
    ])
    await send(office.agent, deal, [['Waiver.pdf', await pdfOf(1, 'other')]])
    const [first] = await documents(office.agent, deal)
    const one = await office.agent.raw(`deals/${deal}/files/${first?.id}`)
    expect(one.headers.get('content-type')).toBe('application/pdf')
    expect(one.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Schedule B – é.pdf')}`,
    )
    expect(Buffer.from(await one.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    const all = await office.agent.raw(`deals/${deal}/files`)
    expect(all.headers.get('content-disposition')).toContain(encodeURIComponent('12 King St W, 305.zip'))
    const zip = Buffer.from(await all.arrayBuffer())
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    for (const name of ['Schedule B – é.pdf', 'Waiver.pdf', 'Waiver (2).pdf'])
      expect(zip.includes(Buffer.from(name)), name).toBe(true)
    expect(zip.includes(Buffer.from(bytes))).toBe(true)
  })

  it('open in a window by a link that ends, and for nobody who does not reach the deal', async () => {
    const deal = await newDeal()
    const { data } = await send(office.agent, deal, [['Waiver.pdf', await pdfOf()]])
    const [{ id }] = data
    expect((await office.agent2.get(`deals/document/${id}/token`)).http).toBe(404)
    const link = (await office.agent.get(`deals/document/${id}/token`)).data
    const opened = await office.server.signedOut.raw(link.url)
    expect(opened.headers.get('content-disposition')).toMatch(/^inline; /)
    expect(
      Buffer.from(await opened.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await office.server.signedOut.raw(`/crm/deals/document/${id + 1}?token=${link.token}`)).status).toBe(403)
    office.server.clock.now = new Date(Date.now() + 11 * 60_000)
    expect((await office.server.signedOut.raw(link.url)).status).toBe(403)
    office.server.clock.now = null
  })
})

describe('what a deal needs before it closes', () => {
  it('is missing until pages are assigned to it, without copying them, and holds up the closing', async () => {
    const deal = await newDeal()
    const [{ id: required }] = await office.rows(
      `INSERT INTO deal_required_documents (deal_id, position, title) VALUES ($1, 0, 'Waiver') RETURNING id`,
      [deal],
    )
    const refused = await office.agent.post(`deals/${deal}`, { status: 5 })
    expect(refused).toMatchObject({ http: 409, message: '1 document is missing before Closed: Waiver.' })
    const { data } = await send(office.agent, deal, [['Scan.pdf', await pdfOf(16, 'scan')]])
    const [document] = data
    const assign = (pages: object) =>
      office.agent.post(`deals/${deal}/required-documents/${required}/assign`, { document_id: document.id, ...pages })
    expect((await assign({ first_page: 13, last_page: 17 })).http).toBe(422)
    expect((await assign({ first_page: 13, last_page: 15 })).data).toMatchObject([
      { state: 'waiting', assignments: [{ first_page: 13, last_page: 15, document_name: 'Scan.pdf' }] },
    ])
    expect((await office.agent.post(`deals/${deal}`, { status: 5 })).http).toBe(200)
  })

  it('is accepted or rejected with a reason by the deals office, and by nobody else', async () => {
    const deal = await newDeal()
    const [{ id: required }] = await office.rows(
      `INSERT INTO deal_required_documents (deal_id, position, title) VALUES ($1, 0, 'Waiver') RETURNING id`,
      [deal],
    )
    const { data } = await send(office.agent, deal, [['Scan.pdf', await pdfOf(1, 'review')]])
    const path = `deals/${deal}/required-documents/${required}`
    const assigned = await office.agent.post(`${path}/assign`, { document_id: data[0].id })
    const assignment_id = assigned.data[0].assignments[0].id
    const review = (client: TestClient, fields: object) => client.post(`${path}/review`, { assignment_id, ...fields })
    expect((await review(office.agent, { state: 'accepted' })).http).toBe(403)
    expect((await review(deals, { state: 'rejected' })).http).toBe(422)
    expect((await review(deals, { state: 'rejected', reason: 'Cut off at the edge' })).data).toMatchObject([
      { state: 'rejected', assignments: [{ reason: 'Cut off at the edge', reviewer: expect.any(String) }] },
    ])
    expect((await office.agent.get(`deals/${deal}`)).data.missing).toEqual(['Waiver'])
    expect((await review(deals, { state: 'accepted' })).data).toMatchObject([{ state: 'accepted' }])
  })

  it('is taken back by an agent until it was reviewed, and from then on by the deals office', async () => {
    const deal = await newDeal()
    const [{ id: required }] = await office.rows(
      `INSERT INTO deal_required_documents (deal_id, position, title) VALUES ($1, 0, 'Waiver') RETURNING id`,
      [deal],
    )
    const { data } = await send(office.agent, deal, [['Scan.pdf', await pdfOf(1, 'taken back')]])
    const path = `deals/${deal}/required-documents/${required}`
    const assign = async (): Promise<number> =>
      (await office.agent.post(`${path}/assign`, { document_id: data[0].id })).data[0].assignments[0].id
    const unassign = (client: TestClient, assignment_id: number) => client.delete(`${path}/assign`, { assignment_id })
    expect((await unassign(office.agent, await assign())).data).toMatchObject([{ state: 'missing', assignments: [] }])
    for (const answer of [{ state: 'accepted' }, { state: 'rejected', reason: 'Cut off at the edge' }]) {
      const assignment_id = await assign()
      await deals.post(`${path}/review`, { assignment_id, ...answer })
      expect((await unassign(office.agent, assignment_id)).http).toBe(403)
      expect((await unassign(deals, assignment_id)).data).toMatchObject([{ assignments: [] }])
    }
    expect((await unassign(deals, 2_000_000_000)).http).toBe(404)
  })

  it('may be overridden by people who work on all deals, with a reason', async () => {
    const deal = await newDeal()
    await office.rows(`INSERT INTO deal_required_documents (deal_id, position, title) VALUES ($1, 0, 'Waiver')`, [deal])
    expect((await office.agent.post(`deals/${deal}`, { status: 5, reason: 'Hurry' })).http).toBe(409)
    expect((await deals.post(`deals/${deal}`, { status: 5, reason: 'Original is in the vault' })).data.status).toBe(5)
  })
})

it('the kinds of documents are part of what every screen needs', async () => {
  const { data } = await office.server.signedOut.get('login')
  expect(data.dealDocumentTypes).toEqual(expect.arrayContaining([{ id: 4, name: 'FINTRAC identification' }]))
})
