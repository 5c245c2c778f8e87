import { describe, expect, it } from 'vitest'
import { maskEvent } from './events.ts'
import { maskAttribute, maskInput, maskStyle, maskText } from './masking.ts'

describe('texts of a recorded page', () => {
  it('are masked, in the same room, unless they are words of the interface', () => {
    expect(maskText('Ayesha Malhotra')).toBe('•••••• ••••••••')
    expect(maskText('(416) 555-0199')).not.toMatch(/\d/)
    expect(maskText('ayesha@mail.test')).toBe('•'.repeat(16))
    expect(maskText(' Save ')).toBe(' Save ')
    expect(maskText('Save Ayesha')).toBe('•••• ••••••')
    expect(maskText(maskText('İbrahim 李'))).toMatch(/^[• ]+$/u)
  })

  it('that were typed do not even show their length', () => {
    expect(maskInput('a')).toBe(maskInput('a long note about somebody'))
    expect(maskInput('')).toBe('')
  })
})

describe('attributes of a recorded page', () => {
  it.each([
    ['title', 'Ayesha'],
    ['aria-label', 'Pin Ayesha Malhotra'],
    ['placeholder', 'Write to Ayesha'],
    ['alt', 'Ayesha'],
    ['href', '/leads/12-ayesha-malhotra'],
    ['src', '/photos/ayesha.jpg'],
    ['id', 'lead-12'],
    ['name', 'ayesha'],
    ['data-name', 'ayesha'],
    ['data-lead', '12'],
    ['onclick', 'alert(1)'],
    ['srcdoc', '<p>Ayesha</p>'],
  ])('leave out %s', (name, value) => {
    expect(maskAttribute(name, value)).toBeNull()
  })

  it('keep how it looks', () => {
    expect(maskAttribute('class', 'm_8fb kt-row')).toBe('m_8fb kt-row')
    expect(maskAttribute('data-variant', 'subtle')).toBe('subtle')
    expect(maskAttribute('aria-expanded', 'true')).toBe('true')
    expect(maskAttribute('data-checked', true)).toBe(true)
  })
})

describe('styles of a recorded page', () => {
  it('keep only addresses of the product itself', () => {
    expect(maskStyle('a{background:url("https://x.test/ayesha.png")}')).toBe('a{background:url("")}')
    expect(maskStyle('a{background:url(/crm/photos/12)}')).toBe('a{background:url("")}')
    expect(maskStyle("src:url('https://crm.test/assets/inter-a1.woff2')")).toBe('src:url("/assets/inter-a1.woff2")')
  })
})

describe('events of a recorded page', () => {
  const at = 1_790_000_000_000
  const changed = (data: object) => maskEvent({ type: 3, timestamp: at, data })?.data
  const node = {
    type: 2,
    id: 9,
    tagName: 'p',
    attributes: {},
    childNodes: [{ type: 3, id: 10, textContent: 'Ayesha' }],
  }

  it('are masked in whatever way a text comes into the page', () => {
    const data = changed({
      source: 0,
      texts: [{ id: 4, value: 'Ayesha' }],
      attributes: [{ id: 5, attributes: { title: 'Ayesha', value: 'Ayesha', style: { color: 'red' }, hidden: null } }],
      removes: [{ parentId: 1, id: 2, name: 'Ayesha' }],
      adds: [{ parentId: 1, nextId: null, node }],
      note: 'Ayesha',
    })
    expect(JSON.stringify(data)).not.toContain('Ayesha')
    expect(data).toMatchObject({
      attributes: [{ id: 5, attributes: { style: { color: 'red' }, hidden: null } }],
      adds: [{ node: { tagName: 'p', childNodes: [{ type: 3, textContent: '••••••' }] } }],
    })
    expect(changed({ source: 5, id: 7, text: 'Ayesha' })).toEqual({ source: 5, id: 7, text: '•••••' })
  })

  it('of scripts, comments and titles keep no content', () => {
    for (const tagName of ['script', 'title', 'noscript']) {
      const added = changed({ source: 0, adds: [{ parentId: 1, nextId: null, node: { ...node, tagName } }] })
      expect(added).toMatchObject({ adds: [{ node: { tagName, childNodes: [] } }] })
    }
    const comment = { type: 5, id: 11, textContent: 'Ayesha' }
    expect(JSON.stringify(changed({ source: 0, adds: [{ parentId: 1, node: comment }] }))).not.toContain('Ayesha')
  })

  it('never say at which address of a person the page was', () => {
    const meta = {
      type: 4,
      timestamp: at,
      data: { href: 'https://crm.test/leads/12-ayesha', width: 1440, height: 900 },
    }
    expect(maskEvent(meta)?.data).toEqual({ href: '', width: 1440, height: 900 })
    const mark = (text: string) => maskEvent({ type: 5, timestamp: at, data: { tag: 'page', payload: { text } } })
    expect(mark('/leads/12-ayesha')).toBeNull()
    expect(mark('/leads/$slug')?.data).toEqual({ tag: 'page', payload: { text: '/leads/$slug' } })
  })

  it('of kinds that are not recorded are dropped', () => {
    for (const value of [
      null,
      'text',
      {},
      { type: 6, timestamp: at, data: {} },
      { type: 3, timestamp: at, data: { source: 11 } },
    ])
      expect(maskEvent(value)).toBeNull()
  })
})
