import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoom, removeExpiredUploads } from '../../../platform/server/http/resumable.ts'
import { MAX_FILE_BYTES, MAX_UNFINISHED, UPLOAD_LIFE_MS } from '../../../platform/wire/uploads.ts'
import { begin, begun, cutOff, goOn, offsetOf, protocol, sizesIn } from '../../../testing/inputs/pieces.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())

/** A PDF of some 300 KB, another one each time. */
async function pdfOf(): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  await pdf.attach(randomBytes(300_000), 'scan.bin')
  return Uint8Array.from(await pdf.save())
}

async function newDeal(): Promise<number> {
  const [{ id }] = await office.rows(
    `INSERT INTO deals (type, status, agent_id, street_number, street_name) VALUES (3, 4, $1, '12', 'King St') RETURNING id`,
    [office.agentId('agent')],
  )
  return id
}

const finish = (client: TestClient, deal: number, ...uploads: string[]) => {
  const form = new FormData()
  for (const id of uploads) form.append('uploads[]', id)
  return client.upload(`deals/${deal}/documents`, form)
}

const documents = async (deal: number) => (await office.agent.get(`deals/${deal}/documents`)).data.documents

describe('a document that is sent piece by piece', () => {
  it('goes on from where the line was cut, and is stored whole', async () => {
    const [deal, bytes] = [await newDeal(), await pdfOf()]
    const id = await begun(office.agent, bytes.length)
    await cutOff(office.server, office.agent, { id, content: bytes, sent: 100_000 })
    const offset = await offsetOf(office.agent, id)
    expect(offset).toBe(100_000)
    expect(await finish(office.agent, deal, id)).toMatchObject({
      http: 409,
      message: 'This file has not arrived whole yet.',
    })
    expect((await goOn(office.agent, id, offset, bytes.slice(offset))).status).toBe(204)
    expect(await finish(office.agent, deal, id)).toMatchObject({
      http: 201,
      data: [{ name: 'Waiver.pdf', size: bytes.length, pages: 1 }],
    })
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(await readdir(join(office.server.filesDir, 'documents'))).toContain(hash)
    const [{ id: document }] = await documents(deal)
    const kept = await office.agent.raw(`deals/${deal}/files/${document}`)
    expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it('is stored once, however often its end is asked for', async () => {
    const [deal, bytes] = [await newDeal(), await pdfOf()]
    const id = await begun(office.agent, bytes.length)
    await goOn(office.agent, id, 0, bytes)
    const together = await Promise.all([finish(office.agent, deal, id), finish(office.agent, deal, id)])
    const again = await finish(office.agent, deal, id)
    expect(await documents(deal)).toHaveLength(1)
    for (const { http, data } of [...together, again])
      expect({ http, data }).toEqual({ http: 201, data: [expect.objectContaining({ name: 'Waiver.pdf' })] })
    expect((await finish(office.agent, await newDeal(), id)).http).toBe(404)
    expect((await sizesIn(join(office.server.filesDir, 'incoming', 'resumable'))).has(id)).toBe(false)
  })

  it('is refused a piece from the wrong place, and loses nothing by that', async () => {
    const [deal, bytes] = [await newDeal(), await pdfOf()]
    const id = await begun(office.agent, bytes.length)
    await goOn(office.agent, id, 0, bytes.slice(0, 1000))
    for (const offset of [0, 999, 5000])
      expect((await goOn(office.agent, id, offset, bytes.slice(offset, offset + 1000))).status).toBe(409)
    expect(await offsetOf(office.agent, id)).toBe(1000)
    expect((await goOn(office.agent, id, 1000, Uint8Array.from([...bytes.slice(1000), 1]))).status).toBe(413)
    const offset = await offsetOf(office.agent, id)
    await goOn(office.agent, id, offset, bytes.slice(offset))
    expect((await finish(office.agent, deal, id)).data).toMatchObject([{ size: bytes.length }])
  })

  it('is checked like any other', async () => {
    const deal = await newDeal()
    const content = new TextEncoder().encode('not a PDF at all')
    const id = await begun(office.agent, content.length)
    await goOn(office.agent, id, 0, content)
    const answer = await finish(office.agent, deal, id)
    expect(answer.http).toBe(422)
    expect(answer.data.errors).toEqual([expect.stringContaining('Waiver.pdf is not a PDF.')])
    expect(await documents(deal)).toEqual([])
  })

  it('is refused before its first byte when it is too long, or does not say how long it is', async () => {
    expect((await begin(office.agent, MAX_FILE_BYTES + 1)).status).toBe(413)
    const unsaid = await office.agent.raw('uploads', {
      method: 'POST',
      headers: { ...protocol, 'upload-defer-length': '1' },
    })
    expect(unsaid.status).toBe(400)
  })

  it('is nobody else’s, and nobody’s who is signed out', async () => {
    const [deal, bytes] = [await newDeal(), await pdfOf()]
    const id = await begun(office.agent, bytes.length)
    await goOn(office.agent, id, 0, bytes)
    const other = (method: string) => office.agent2.raw(`uploads/${id}`, { method, headers: protocol })
    expect((await other('HEAD')).status).toBe(404)
    expect((await goOn(office.agent2, id, 0, bytes)).status).toBe(404)
    expect((await other('DELETE')).status).toBe(404)
    expect((await finish(await office.server.signIn('deals'), deal, id)).http).toBe(404)
    const { signedOut } = office.server
    expect((await begin(signedOut, 10)).status).toBe(401)
    expect((await goOn(signedOut, id, 0, bytes)).status).toBe(401)
    expect(await offsetOf(office.agent, id)).toBe(bytes.length)
  })

  it('is removed when it is cancelled, and a day after it was begun', async () => {
    const folder = join(office.server.filesDir, 'incoming', 'resumable')
    const cancelled = await begun(office.agent, 10)
    const left = await begun(office.agent, 10)
    const cancel = await office.agent.raw(`uploads/${cancelled}`, { method: 'DELETE', headers: protocol })
    expect(cancel.status).toBe(204)
    await removeExpiredUploads(office.server.filesDir, new Date(Date.now() + UPLOAD_LIFE_MS - 60_000))
    expect([...(await sizesIn(folder)).keys()]).toEqual(expect.arrayContaining([left, `${left}.json`]))
    await removeExpiredUploads(office.server.filesDir, new Date(Date.now() + UPLOAD_LIFE_MS + 60_000))
    const kept = [...(await sizesIn(folder)).keys()]
    for (const id of [cancelled, left]) expect(kept.filter(name => name.startsWith(id))).toEqual([])
    await removeExpiredUploads(join(office.server.filesDir, 'nowhere'), new Date())
  })

  it('is one of as many as a call takes, of which those left lying give way', async () => {
    const userId = office.userId('agent2')
    const ids: string[] = []
    for (let count = 0; count < MAX_UNFINISHED.files; count++) ids.push(await begun(office.agent2, 10))
    const refused = await begin(office.agent2, 10)
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'Too many of your uploads are not finished. Finish or cancel one of them first.',
    ])
    const [oldest = ''] = ids
    const folder = join(office.server.filesDir, 'incoming', 'resumable', String(userId))
    await utimes(join(folder, oldest), new Date(0), new Date(0))
    await makeRoom(office.server.filesDir, userId, 10, new Date())
    const names = (await readdir(folder)).filter(name => !name.endsWith('.json'))
    expect(names.sort()).toEqual(ids.slice(1).sort())
    for (const id of ids) await office.agent2.raw(`uploads/${id}`, { method: 'DELETE', headers: protocol })
    for (let bytes = 0; bytes < MAX_UNFINISHED.bytes; bytes += MAX_FILE_BYTES)
      await begun(office.agent2, MAX_FILE_BYTES)
    expect((await begin(office.agent2, 1)).status).toBe(409)
  })
})
