import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClamd, MALWARE, MALWARE_NAME, serveFakeClamd } from '../../../integrations/clamav/fake.ts'
import type { JobContext } from '../../../platform/server/context.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { testConfig } from '../../../testing/config.ts'
import { type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { worldOf } from '../../../testing/world.ts'
import { scanDocuments } from './jobs.ts'

let clamd: FakeClamd
let isAway = false
let server: TestServer
let rows: ReadRows
let agent: TestClient
let deal: number
beforeAll(async () => {
  clamd = await serveFakeClamd({ fault: () => (isAway ? 'INSTREAM: ERROR' : null) })
  server = await startTestServer({ CLAMD_ADDRESS: clamd.address })
  rows = rowsOf(server.database)
  agent = await server.signIn('agent')
  deal = await worldOf(server).deal('agent')
}, 60_000)
afterAll(async () => {
  await server.close()
  await clamd.close()
})
beforeEach(() => {
  isAway = false
})

/** A PDF with a text behind its end, where readers do not look and scanners do. */
async function pdfWith(text: string): Promise<Blob> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  return new Blob([Uint8Array.from(await pdf.save()), `\n%${text}\n`])
}

async function send(name: string, content: Blob) {
  const form = new FormData()
  form.append('files[]', content, name)
  return agent.upload(`deals/${deal}/documents`, form)
}

const file = (id: number) => agent.raw(`deals/${deal}/files/${id}`)
const scanOf = async (id: number) =>
  (await agent.get(`deals/${deal}/documents`)).data.documents.find((one: { id: number }) => one.id === id).scan

/** Runs the job that asks the scanner again. */
async function askAgain(): Promise<void> {
  const [admin] = await rows(`SELECT id FROM users WHERE email = 'admin@keyturn.test'`)
  const person = adminAtWork(server.database, admin.id)
  const ctx: JobContext = {
    ...person.reading,
    config: { ...testConfig({ CLAMD_ADDRESS: clamd.address }), filesDir: server.filesDir },
    signal: new AbortController().signal,
    transaction: work => person.writing(work),
  }
  await scanDocuments.run(ctx, {})
}

describe('with a scanner, documents of deals', () => {
  it('are looked through before they are stored, and the deal says so', async () => {
    const { data } = await send('Waiver.pdf', await pdfWith('clean'))
    expect(data).toMatchObject([{ name: 'Waiver.pdf', scan: 'clean' }])
    expect((await agent.get(`deals/${deal}/documents`)).data.is_scanned).toBe(true)
    expect((await file(data[0].id)).status).toBe(200)
  })

  it('are refused with malware in them, in a sentence, and nothing of them is stored', async () => {
    const before = await rows('SELECT FROM document_files')
    expect(await send('Invoice.pdf', await pdfWith(MALWARE))).toMatchObject({
      http: 422,
      message: { files: ['Invoice.pdf contains malware and was not stored.'] },
    })
    expect(await rows('SELECT FROM document_files')).toHaveLength(before.length)
  })

  it('wait, and are opened by nobody, while the scanner does not answer; it is asked again until it does', async () => {
    isAway = true
    const { http, data } = await send('Later.pdf', await pdfWith('later'))
    expect(http).toBe(201)
    const [{ id }] = data
    expect(await scanOf(id)).toBe('pending')
    const refused = await file(id)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toContain('has not been checked for malware yet')
    expect((await agent.raw(`deals/${deal}/files`)).status).toBe(409)
    await askAgain()
    expect(await scanOf(id)).toBe('pending')
    isAway = false
    await askAgain()
    expect(await scanOf(id)).toBe('clean')
    expect((await file(id)).status).toBe(200)
  })

  it('that turn out to hold malware stay shut, and the log says what was found', async () => {
    isAway = true
    const { data } = await send('Trap.pdf', await pdfWith(MALWARE))
    isAway = false
    await askAgain()
    const [{ id }] = data
    expect(await scanOf(id)).toBe('infected')
    const refused = await file(id)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toBe('Trap.pdf contains malware and cannot be opened.')
    expect(JSON.stringify(await rows('SELECT * FROM audit_entries'))).toContain(MALWARE_NAME)
  })
})
