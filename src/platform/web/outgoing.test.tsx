import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { write } from '../wire/call.ts'
import { callOrKeep, clearOutgoing, outgoingCount, sendOutgoing, setOutgoingOwner } from './outgoing.ts'

const note = write('lead/:leadId/notes', {
  right: 'signed_in',
  input: z.object({ description: z.string() }),
  output: z.object({ id: z.int() }),
})
const told = { label: 'Note', words: 'Called back', about: 'lead:12' }
const keep = (key: string) => callOrKeep(note, { leadId: 12, description: 'Called back' }, { ...told, key })

/** What the network does with the next requests; what was asked is kept. */
function network(...answers: (object | 'away')[]) {
  const asked: { url: string; key: string | null; body: string }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, key: new Headers(init.headers).get('idempotency-key'), body: String(init.body) })
    const answer = answers.shift() ?? 'away'
    if (answer === 'away') throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  return asked
}

describe('what is written without a network', () => {
  beforeEach(() => {
    localStorage.clear()
    setOutgoingOwner(7)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('waits on the device and is sent once with the same key when the network is back', async () => {
    network('away')
    expect(await keep('k1')).toBeNull()
    expect(outgoingCount()).toBe(1)
    const asked = network({ status: 1, data: { id: 5 } })
    expect(await sendOutgoing()).toBe(1)
    expect(asked).toEqual([{ url: '/crm/lead/12/notes', key: 'k1', body: 'description=Called+back' }])
    expect(outgoingCount()).toBe(0)
    expect(await sendOutgoing()).toBe(0)
  })

  it('is sent in the order in which it was written, up to where the network ends', async () => {
    network('away', 'away')
    await keep('k1')
    await keep('k2')
    const asked = network({ status: 1, data: { id: 5 } }, 'away')
    expect(await sendOutgoing()).toBe(1)
    expect(asked.map(each => each.key)).toEqual(['k1', 'k2'])
    expect(outgoingCount()).toBe(1)
  })

  it('stays with the reason when the server refuses it', async () => {
    network('away')
    await keep('k1')
    network({ status: 0, data: null, message: 'This lead does not exist or is not yours to see.', error: 'not_found' })
    expect(await sendOutgoing()).toBe(0)
    expect(outgoingCount()).toBe(1)
    const asked = network({ status: 1, data: {} })
    expect(await sendOutgoing()).toBe(0)
    expect(asked).toEqual([])
  })

  it('is not sent by another person on the same device', async () => {
    network('away')
    await keep('k1')
    setOutgoingOwner(8)
    const asked = network({ status: 1, data: {} })
    expect(await sendOutgoing()).toBe(0)
    expect(asked).toEqual([])
    setOutgoingOwner(7)
    expect(await sendOutgoing()).toBe(1)
  })

  it('is forgotten with the logout', async () => {
    network('away')
    await keep('k1')
    clearOutgoing()
    expect(outgoingCount()).toBe(0)
  })

  it('does not hide a refusal while the network is there', async () => {
    network({ status: 0, data: null, message: 'No.', error: 'forbidden' })
    await expect(keep('k1')).rejects.toThrow('No.')
    expect(outgoingCount()).toBe(0)
  })
})
