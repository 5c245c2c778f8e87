import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { read, write } from '../../wire/call.ts'
import { sessionEnded } from '../calls/credentials.ts'
import { queryOf } from '../calls/queryOf.ts'
import { setDeviceOwner } from '../owner.ts'
import { applyQueued, patchOf, queuedKind } from './offlinePatches.ts'
import {
  callOrQueue,
  clearOfflineQueue,
  NO_ROOM,
  offlineQueue,
  queuedCount,
  rereadOfflineQueue,
  type ShownWrite,
} from './offlineQueue.ts'
import { discardQueued, restoreQueued, retryQueued, sendQueued } from './offlineQueueSend.ts'

const Answer = z.object({ id: z.int(), version: z.int() })
const add = write('lead/:leadId/notes', {
  right: 'signed_in',
  input: z.object({ description: z.string() }),
  output: Answer,
})
const change = write('note/:id', { right: 'signed_in', input: z.object({ description: z.string() }), output: Answer })
const list = read('notes', { right: 'signed_in', output: z.array(z.int()) })
const visits = read('visits', { right: 'signed_in', output: z.array(z.int()) })
const remove = write('note/:id', { right: 'signed_in', method: 'DELETE', output: z.object({}) })

const labelOf = (record: string) => ({ label: 'Note', summary: 'Called back', record })
const queueNew = (key: string, id = -5) =>
  callOrQueue(add, { leadId: 12, description: 'Called back' }, { ...labelOf(`note:${id}`), key, adds: ['id'] })
const queueChange = (id: number, description: string, ifMatch = '"3"') =>
  callOrQueue(change, { id, description }, { ...labelOf(`note:${id}`), ifMatch, text: description })

interface Asked {
  method: string
  url: string
  key: string | null
  ifMatch: string | null
  body: string
}

/** What the network does with the next requests; what was asked is kept. */
function network(...answers: (object | 'away')[]): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    asked.push({
      method: init.method ?? '',
      url: url.replace('/crm/', ''),
      key: headers.get('idempotency-key'),
      ifMatch: headers.get('if-match'),
      body: String(init.body),
    })
    const answer = answers.shift() ?? 'away'
    if (answer === 'away') throw new TypeError('Failed to fetch')
    const status = 'http' in answer ? Number(answer.http) : 200
    return Response.json(answer, { status })
  })
  return asked
}

const taken = (data: object) => ({ status: 1, data })
const refused = (http: number, error: string, message: string, data: unknown = null) => ({
  status: 0,
  http,
  error,
  message,
  data,
})

beforeEach(() => {
  localStorage.clear()
  setDeviceOwner(7)
  rereadOfflineQueue()
})
afterEach(() => vi.unstubAllGlobals())

describe('what is written without a network', () => {
  it('waits on the device and is sent once with the same key when the network is back', async () => {
    network('away')
    expect(await queueNew('k1')).toBeNull()
    expect(queuedCount()).toBe(1)
    const asked = network(taken({ id: 5, version: 1 }))
    expect(await sendQueued()).toBe(1)
    expect(asked).toMatchObject([{ method: 'POST', url: 'lead/12/notes', key: 'k1', body: 'description=Called+back' }])
    expect(queuedCount()).toBe(0)
    expect(await sendQueued()).toBe(0)
  })

  it('is sent in the order in which it was written, up to where the network ends', async () => {
    network('away', 'away')
    await queueNew('k1', -5)
    await queueNew('k2', -6)
    const asked = network(taken({ id: 5, version: 1 }), 'away')
    expect(await sendQueued()).toBe(1)
    expect(asked.map(each => each.key)).toEqual(['k1', 'k2'])
    expect(queuedCount()).toBe(1)
  })

  it('changes a record that was added without a network under the id that the server gives it', async () => {
    network('away')
    await queueNew('k1')
    await queueChange(-5, 'Called back twice', '"1"')
    await callOrQueue(remove, { id: -5 }, labelOf('note:-5'))
    const asked = network(taken({ id: 81, version: 1 }), taken({ id: 81, version: 2 }), taken({}))
    expect(await sendQueued()).toBe(3)
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST lead/12/notes',
      'POST note/81',
      'DELETE note/81',
    ])
    // A form that was opened before still names the record by the id that this device made up.
    const later = network(taken({ id: 81, version: 3 }))
    await queueChange(-5, 'And again', '"2"')
    expect(later[0]?.url).toBe('note/81')
  })

  it('changes a record twice without being in its own way', async () => {
    network('away')
    await queueChange(9, 'first')
    await queueChange(9, 'second')
    const asked = network(taken({ id: 9, version: 4 }), taken({ id: 9, version: 5 }))
    expect(await sendQueued()).toBe(2)
    expect(asked.map(each => each.ifMatch)).toEqual(['"3"', '"4"'])
  })

  it('lets nothing overtake what waits about the same record, also when the network is there', async () => {
    network('away')
    await queueChange(9, 'first')
    const asked = network(taken({ id: 9, version: 4 }))
    expect(await queueChange(9, 'second')).toBeNull()
    expect(asked).toEqual([])
    expect(offlineQueue().map(each => each.body)).toEqual(['description=first', 'description=second'])
  })

  it('is not sent, seen or lost by another person on the same device, nor by who acts as them', async () => {
    network('away')
    await queueNew('k1')
    for (const other of [() => setDeviceOwner(8), () => setDeviceOwner(7, 1)]) {
      other()
      const asked = network(taken({ id: 5, version: 1 }))
      expect(await sendQueued()).toBe(0)
      expect(offlineQueue()).toEqual([])
      clearOfflineQueue()
      expect(asked).toEqual([])
    }
    setDeviceOwner(7)
    network(taken({ id: 5, version: 1 }))
    expect(await sendQueued()).toBe(1)
  })

  it('is forgotten with the logout', async () => {
    network('away')
    await queueNew('k1')
    clearOfflineQueue()
    expect(queuedCount()).toBe(0)
  })

  it('waits for the next sign-in when the session has ended', async () => {
    network('away')
    await queueNew('k1')
    const ended = vi.fn()
    sessionEnded.listen(ended)
    network(refused(401, 'token_invalid', 'Your session has expired, please login again.'))
    expect(await sendQueued()).toBe(0)
    expect(ended).toHaveBeenCalledOnce()
    expect(offlineQueue()[0]?.refused).toBeNull()
  })

  it('says so when the device has no room', async () => {
    network('away')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(queueNew('k1')).rejects.toThrow(NO_ROOM)
    vi.restoreAllMocks()
    expect(queuedCount()).toBe(0)
  })

  it('does not hide a refusal while the network is there', async () => {
    network(refused(403, 'forbidden', 'No.'))
    await expect(queueNew('k1')).rejects.toThrow('No.')
    expect(queuedCount()).toBe(0)
  })
})

describe('what the server does not take', () => {
  it('stays with the reason, holds back what followed, and lets others pass', async () => {
    network('away', 'away')
    await queueChange(9, 'first')
    await queueChange(9, 'second')
    await queueNew('k1')
    const asked = network(refused(404, 'not_found', 'Gone.'), taken({ id: 5, version: 1 }))
    expect(await sendQueued()).toBe(1)
    expect(asked).toHaveLength(2)
    expect(offlineQueue().map(each => each.refused?.sentence)).toEqual(['Gone.', undefined])
    expect(await sendQueued()).toBe(0)
    expect(asked).toHaveLength(2)
  })

  it('replaces what somebody else wrote when the person wants that', async () => {
    network('away')
    await queueChange(9, 'mine')
    network(refused(412, 'stale', 'Someone else has changed this since you opened it.', { id: 9, version: 6 }))
    await sendQueued()
    const [entry] = offlineQueue()
    expect(entry?.refused).toMatchObject({ code: 'stale', version: 6 })
    const asked = network(taken({ id: 9, version: 7 }))
    expect(await retryQueued(entry?.key ?? '')).toBe(1)
    expect(asked[0]?.ifMatch).toBe('"6"')
  })

  it('goes with everything that followed it when it is thrown away, and comes back', async () => {
    network('away')
    await queueNew('k1')
    await queueChange(-5, 'changed')
    const gone = discardQueued('k1')
    expect(offlineQueue()).toEqual([])
    restoreQueued(gone)
    expect(offlineQueue()).toHaveLength(2)
  })

  it('does not stop the rest when the server fails on it', async () => {
    network('away', 'away')
    await queueNew('k1', -5)
    await queueNew('k2', -6)
    network(refused(500, 'internal', 'Something went wrong on our side.'), taken({ id: 5, version: 1 }))
    expect(await sendQueued()).toBe(1)
    expect(offlineQueue().map(each => each.key)).toEqual(['k1'])
  })
})

describe('what screens show meanwhile', () => {
  it('holds what waits, in what is there and in every later answer, until it went out', async () => {
    const client = new QueryClient()
    let server: number[] = [1]
    const withNote = (ids: number[], note: ShownWrite) => [...new Set([...ids, Number(note.record.split(':')[1])])]
    const query = queryOf(list, {}, { topics: [], patches: [withNote], fetch: async () => server })
    const read = () => client.fetchQuery({ ...query, staleTime: 0 })
    await read()
    const stop = applyQueued(client)
    network('away')
    await queueNew('k1')
    expect(client.getQueryData(query.queryKey)).toEqual([1, -5])
    await read()
    expect(client.getQueryData(query.queryKey)).toEqual([1, -5])
    network(taken({ id: 81, version: 1 }))
    await sendQueued()
    server = [1, 81]
    await read()
    expect(client.getQueryData(query.queryKey)).toEqual([1, 81])
    stop()
  })

  it('is shown in the answers of other features, too, and in no other call', async () => {
    const client = new QueryClient()
    const known = [list, visits].map(call => queryOf(call, {}, { topics: [], fetch: async () => [1] }))
    for (const query of known) await client.fetchQuery(query)
    const stop = applyQueued(client, [patchOf(list, ids => [...ids, 2])])
    network('away')
    await queueNew('k1')
    expect(known.map(query => client.getQueryData(query.queryKey))).toEqual([[1, 2], [1]])
    stop()
  })
})

describe('a kind of record that waits', () => {
  const notes = queuedKind('note', (value): value is { text: string } => 'text' in value)
  const written = (record: string, shows: unknown) => notes.changeOf({ record, shows } as ShownWrite)

  it('is known by its name, and what was stored of it by its shape', () => {
    expect(notes.record(7)).toBe('note:7')
    const change = { before: null, after: { text: 'Called back' } }
    expect(written('note:-5', change)).toEqual({ ...change, id: -5 })
    expect(written('task:-5', change)).toBeNull()
  })

  it.each([[null], ['x'], [{ before: null }], [{ before: null, after: 'x' }], [{ before: {}, after: null }]])(
    'of which another version stored %j is left alone',
    shows => {
      expect(written('note:7', shows)).toBeNull()
    },
  )
})
