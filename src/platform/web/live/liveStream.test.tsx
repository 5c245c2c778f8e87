import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { REPLACED } from '../../wire/live.ts'
import { maintenanceStarted } from '../calls/credentials.ts'
import { recordPosition } from './live.ts'
import { startLive } from './liveStream.ts'

const opened: ServerResponse[] = []
/** Where the streams that were asked for begin. */
const begunAt: (string | undefined)[] = []
let refusal: { status: number; error: string } | null = null
const server = createServer((request, response) => {
  begunAt.push(request.headers['last-event-id']?.toString())
  if (refusal) {
    const body = { status: 0, data: null, message: 'The CRM is under maintenance.', error: refusal.error }
    response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 2000\n\n')
  opened.push(response)
})

beforeEach(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
})
afterEach(() => {
  refusal = null
  begunAt.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

it('a tab whose stream gave way to a newer one connects again when it is looked at', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const asked = vi.spyOn(document, 'addEventListener')
  const live = startLive()
  await expect.poll(() => opened.length).toBe(1)
  opened[0]?.end(`event: ${REPLACED}\ndata: []\n\n`)
  await expect.poll(() => asked.mock.calls.some(([name]) => name === 'visibilitychange')).toBe(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(opened).toHaveLength(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => opened.length).toBe(2)
  live.stop()
})

it('a stream that maintenance keeps from opening says that maintenance began', async () => {
  refusal = { status: 503, error: 'maintenance' }
  const heard: string[] = []
  const stop = maintenanceStarted.listen(error => heard.push(error.message))
  const live = startLive()
  await expect.poll(() => heard).toEqual(['The CRM is under maintenance.'])
  live.stop()
  stop()
})

it('a stream that was asked for before the first answer, and stands after it, begins at that answer', async () => {
  const live = startLive()
  recordPosition('7')
  await expect.poll(() => begunAt).toEqual([undefined, '7'])
  live.stop()
})
