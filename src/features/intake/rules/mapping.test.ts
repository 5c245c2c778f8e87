import { describe, expect, it } from 'vitest'
import { instantOf, leavesOf, readMapped, suggestedPaths, valueAt } from './mapping.ts'

const now = new Date('2026-11-22T15:00:00Z')

describe('the values of a request', () => {
  it('are found again by their paths, also when the entries of a list come in another order', () => {
    const body = {
      a: [
        { name: 'e/mail', value: 'x@y.test' },
        { name: 'b=c', value: 2 },
      ],
      plain: [1, 2],
      'x~y': true,
    }
    for (const { path, value } of leavesOf(body)) expect(valueAt(body, path)).toBe(value)
    const turned = { ...body, a: body.a.toReversed() }
    expect(valueAt(turned, '/a/name=e~1mail/value')).toBe('x@y.test')
  })

  it('are nothing where a path leads nowhere, also into what every object has', () => {
    expect(valueAt({ a: { b: 1 } }, '/a/c/d')).toBeNull()
    expect(valueAt({ a: {} }, '/a/constructor/name')).toBeNull()
    expect(valueAt({ a: { b: {} } }, '/a/b')).toBeNull()
  })

  it('are guessed by how they are called', () => {
    const leaves = leavesOf({
      id: 'r1',
      fields: [
        { label: 'Your name', value: 'Ada Byron' },
        { label: 'E-mail', value: 'ada@people.test' },
        { label: 'Mobile', value: '416 555 0188' },
      ],
    })
    expect(suggestedPaths(leaves)).toMatchObject({
      full_name: '/fields/label=Your name/value',
      email: '/fields/label=E-mail/value',
      phone: '/fields/label=Mobile/value',
      source_event_id: '/id',
    })
  })
})

describe('a mapping', () => {
  it('reads a list at the top entry by entry, and names what has no name by what it holds', () => {
    const mapping = { type: 'signed_up' as const, fields: [{ field: 'email' as const, path: '/email' }] }
    const body = [{ email: 'a@b.test' }, { email: 'nobody' }]
    const read = readMapped(mapping, body, { now, digest: each => JSON.stringify(each) })
    expect(read.accepted).toMatchObject([{ source_event_id: '{"email":"a@b.test"}', person: { email: 'a@b.test' } }])
    expect(read.results.map(({ status }) => status)).toEqual(['accepted', 'refused'])
  })

  it('reads instants as programs write them', () => {
    expect(instantOf('1795359600', now)).toBe(instantOf('1795359600000', now))
    expect(instantOf('2026-11-22T08:49:14+0000', now)).toBe('2026-11-22T08:49:14.000Z')
    expect(instantOf('soon', now)).toBe(now.toISOString())
  })
})
