import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { read, remote, write } from '../../wire/call.ts'
import { AFTER_CHANGE_MS, NEWEST_HEADER } from '../../wire/live.ts'
import { liveChanges } from '../live/live.ts'
import { ValidationError } from './apiErrors.ts'
import { call, download, fileNameOf, requestOf } from './call.ts'
import { maintenanceStarted, sessionEnded, setBearerToken } from './credentials.ts'

const calls = {
  list: read('leads/:list', {
    right: 'signed_in',
    input: z.object({ page: z.int().optional(), tag: z.array(z.int()).optional() }),
    output: z.object({ total: z.int() }),
  }),
  edit: write('lead/:id', {
    right: 'view_leads',
    input: z.object({ first_name: z.string(), roles: z.array(z.string()) }),
    output: z.object({}),
  }),
  remove: write('tags', {
    right: 'view_leads',
    method: 'DELETE',
    input: z.object({ tag_id: z.int() }),
    output: z.object({}),
  }),
  upload: remote('imports', {
    right: 'view_leads',
    files: 'file',
    input: z.object({ name: z.string() }),
    output: z.object({}),
  }),
}

const answer = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)
let asked: [string, RequestInit][] = []
let next: Response

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init])
    return next
  })
})
afterEach(() => {
  setBearerToken(null)
  vi.unstubAllGlobals()
})

describe('what is read after a change', () => {
  let now = performance.now()
  const wait = () => {
    now += AFTER_CHANGE_MS
  }
  beforeEach(() => {
    wait()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => void vi.restoreAllMocks())

  const needsNewest = () => (requestOf(calls.list, { list: 'all' }).init.headers as Headers).has(NEWEST_HEADER)

  test('has to hold what was changed from here', async () => {
    expect(needsNewest()).toBe(false)
    next = answer({ status: 1, data: {} })
    await call(calls.edit, { id: 7, first_name: 'Zoë', roles: [] })
    expect(needsNewest()).toBe(true)
    wait()
    expect(needsNewest()).toBe(false)
  })

  test('has to hold what the server said has changed', () => {
    liveChanges.emit({ topic: 'leads', ids: [7] })
    expect(needsNewest()).toBe(true)
    expect((requestOf(calls.remove, { tag_id: 1 }).init.headers as Headers).has(NEWEST_HEADER)).toBe(false)
  })

  test('may come from anywhere after a read', async () => {
    next = answer({ status: 1, data: { total: 0 } })
    await call(calls.list, { list: 'all' })
    expect(needsNewest()).toBe(false)
  })
})

describe('a request', () => {
  test('a read fills the path, and the rest is the query; empty lists are no filter', () => {
    const { url, init } = requestOf(calls.list, { list: 'all', page: 2, tag: [3, 4] })
    expect(url).toBe('/crm/leads/all?page=2&tag%5B%5D=3&tag%5B%5D=4')
    expect(init.method).toBe('GET')
    expect(requestOf(calls.list, { list: 'a/b', tag: [] }).url).toBe('/crm/leads/a%2Fb')
  })

  test('a write posts a form, a delete JSON, an upload its files', async () => {
    expect(String(requestOf(calls.edit, { id: 7, first_name: 'Zoë', roles: [] }).init.body)).toBe(
      'first_name=Zo%C3%AB&roles%5B%5D=',
    )
    expect(requestOf(calls.remove, { tag_id: 5 }).init.body).toBe('{"tag_id":5}')
    const body = requestOf(calls.upload, { name: 'x', file: new Blob(['a']) }).init.body
    expect([...(body as FormData).keys()]).toEqual(['name', 'file'])
  })

  test('carries the token, the version and the key, and cookies', () => {
    setBearerToken('secret')
    const { init } = requestOf(calls.edit, { id: 7 }, { ifMatch: '"3"', idempotencyKey: 'k' })
    const headers = new Headers(init.headers)
    expect(headers.get('authorization')).toBe('Bearer secret')
    expect(headers.get('if-match')).toBe('"3"')
    expect(headers.get('idempotency-key')).toBe('k')
    expect(init.credentials).toBe('include')
  })
})

describe('an answer', () => {
  test('is its data', async () => {
    next = answer({ status: 1, data: { total: 3 }, message: null, error: null })
    expect(await call(calls.list, { list: 'all' })).toEqual({ total: 3 })
    expect(asked).toHaveLength(1)
  })

  test('tells the shell when the session is over or maintenance began', async () => {
    const heard: string[] = []
    const stop = [
      sessionEnded.listen(error => heard.push(error.message)),
      maintenanceStarted.listen(error => heard.push(error.message)),
    ]
    next = answer({ status: 0, data: null, message: 'x', error: 'token_invalid' }, { status: 401 })
    await expect(call(calls.list, { list: 'all' })).rejects.toThrow('Your session has expired, please login again.')
    next = answer({ status: 0, data: null, message: 'Back at 3 AM.', error: 'maintenance' }, { status: 503 })
    await expect(call(calls.list, { list: 'all' })).rejects.toThrow('Back at 3 AM.')
    expect(heard).toEqual(['Your session has expired, please login again.', 'Back at 3 AM.'])
    for (const end of stop) end()
  })

  test('names the fields that were refused', async () => {
    next = answer({ status: 0, data: null, message: { email: ['bad'] }, error: 'validation' }, { status: 422 })
    const error = await call(calls.edit, { id: 1, first_name: '', roles: [] }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ValidationError)
    expect((error as ValidationError).fields).toEqual({ email: ['Bad'] })
  })
})

describe('a file', () => {
  test('takes its name from the header, the encoded form first', async () => {
    expect(fileNameOf('attachment; filename="leads.csv"')).toBe('leads.csv')
    expect(fileNameOf('attachment; filename="l.csv"; filename*=UTF-8\'\'l%C3%A9.csv')).toBe('lé.csv')
    next = new Response('a,b', { headers: { 'content-disposition': 'attachment; filename=x.csv' } })
    const file = await download(calls.list, { list: 'all' })
    expect(file.name).toBe('x.csv')
    expect(await file.blob.text()).toBe('a,b')
  })

  test('says which part of the header is missing', async () => {
    next = new Response('a')
    await expect(download(calls.list, { list: 'all' })).rejects.toThrow(
      'Unable to get Content Disposition header for file download.',
    )
    next = new Response('a', { headers: { 'content-disposition': 'attachment' } })
    await expect(download(calls.list, { list: 'all' })).rejects.toThrow(
      'Unable to get filename from Content Disposition header',
    )
  })
})
