import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestClient, TestServer } from '../server.ts'

/** What each request of the tus protocol says. */
export const protocol = { 'tus-resumable': '1.0.0' }
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Asks to send a file of this length piece by piece. */
export const begin = (client: TestClient, length: number, name = 'Waiver.pdf') =>
  client.raw('uploads', {
    method: 'POST',
    headers: { ...protocol, 'upload-length': String(length), 'upload-metadata': `filename ${encoded(name)}` },
  })

/** Begins a file of this length; its id. */
export async function begun(client: TestClient, length: number, name?: string): Promise<string> {
  const { status, headers } = await begin(client, length, name)
  expect(status).toBe(201)
  return headers.get('location')?.split('/').at(-1) ?? ''
}

/** Sends a piece of a file from a place on. */
export const goOn = (client: TestClient, id: string, offset: number, content: Uint8Array<ArrayBuffer>) =>
  client.raw(`uploads/${id}`, {
    method: 'PATCH',
    headers: { ...protocol, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: content,
  })

/** Sends a whole file; its id. */
export async function sentWhole(client: TestClient, content: Uint8Array<ArrayBuffer>, name?: string): Promise<string> {
  const id = await begun(client, content.length, name)
  expect((await goOn(client, id, 0, content)).status).toBe(204)
  return id
}

/** How much of a file is there. */
export async function offsetOf(client: TestClient, id: string): Promise<number> {
  const { headers } = await client.raw(`uploads/${id}`, { method: 'HEAD', headers: protocol })
  return Number(headers.get('upload-offset'))
}

interface Cut {
  id: string
  content: Uint8Array
  /** How much of it arrives. */
  sent: number
}

/** Sends the beginning of what is promised, and cuts the line once some of it has arrived. */
export async function cutOff(server: TestServer, client: TestClient, { id, content, sent }: Cut): Promise<void> {
  const line = request(`${server.url}/crm/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...protocol,
      authorization: `Bearer ${client.token}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(content.length),
    },
  })
  line.on('error', () => undefined)
  line.write(content.subarray(0, sent))
  const path = join(server.filesDir, 'incoming', 'resumable')
  await expect.poll(async () => (await sizesIn(path)).get(id) ?? 0).toBe(sent)
  line.destroy()
}

/** Sizes of all files in a folder and those below, by name. */
export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map(async name => [name.split('/').at(-1) ?? '', (await stat(join(folder, name))).size] as const),
  )
  return new Map(sizes)
}
