// @vitest-environment jsdom
import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeEmail, type EmailBrand, type EmailTemplate } from '../../src/platform/server/mail/compose.ts'
import type { Names, Piece } from '../../src/platform/server/mail/template/parse.ts'
import type { Values } from '../../src/platform/server/mail/template/render.ts'
import { naughtyStrings } from '../../src/testing/inputs/naughty.ts'

const ROOT = join(import.meta.dirname, '../..')
const files = globSync('src/features/*/server/emails/*.gen.ts', { cwd: ROOT }).sort()
const brand: EmailBrand = { name: 'Keyturn', accent: '#2862d3', link: '#184db6', dark_link: '#89b2fe', logo: '' }
const URL_OF = 'https://crm.keyturn.test/homes/1'

/** What tries to leave its place: through tags, attributes, comments, placeholders, headers, and the end of the text. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...naughtyStrings.filter(Boolean),
    '</title></head><body><h1>mine</h1>',
    '--><img src=x onerror=alert(1)><!--',
    '<![endif]--><script>alert(1)</script>',
    '"\'><a href="https://evil.test">',
    '{{#homes}}{{first_name}}{{/homes}}',
    '&lt;b&gt;&#60;script&#62;',
    'Ana\r\nBcc: all@people.test\r\n\r\n<html>',
    '\n-- \nUnsubscribe: https://evil.test',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.stringMatching(/^[<>"'&={}/!\-\r\n a-z]{1,30}$/),
)

/** The names of values that are addresses. */
const addressesIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(piece => {
    if (typeof piece === 'string') return []
    if (piece.kind !== 'value') return addressesIn(piece.pieces)
    return piece.place === 'url' ? [piece.name] : []
  })

/** Values for all names: addresses that work, and `text` for each other, in lists of two. */
function valuesOf(names: Names, addresses: readonly string[], text: string): Values {
  return Object.fromEntries(
    Object.entries(names).map(([name, items]) => {
      if (items) return [name, Array.from({ length: 2 }, () => valuesOf(items, addresses, text))]
      return [name, addresses.includes(name) ? URL_OF : text]
    }),
  )
}

/** The shape of a document: tags, comments, and attributes but for those that are text; without what is written in it. */
function shapeOf(html: string): string {
  const document = new DOMParser().parseFromString(html, 'text/html')
  const shape: string[] = []
  const walk = (node: Node) => {
    if (node instanceof Element) {
      const attributes = [...node.attributes].map(({ name, value }) =>
        /^(alt|title|aria-label)$/.test(name) ? name : `${name}=${value}`,
      )
      shape.push(`<${node.tagName} ${attributes.join(' ')}>`)
    } else if (node.nodeType === Node.COMMENT_NODE) shape.push(`<!--${node.nodeValue}-->`)
    node.childNodes.forEach(walk)
    if (node instanceof Element) shape.push('</>')
  }
  walk(document)
  return shape.join('\n')
}

describe.each(files)('%s', file => {
  test('keeps every value in its place, whatever people are called', async () => {
    const template = Object.values<EmailTemplate<Values>>(await import(join(ROOT, file)))[0]
    if (!template) throw new Error(`${file} has no e-mail.`)
    const { names, html } = template.parsed()
    const addresses = addressesIn(html)
    const compose = (text: string) => composeEmail(template, valuesOf(names, addresses, text), { ...brand, name: text })
    const harmless = compose('Ana')
    const shape = shapeOf(harmless.html)
    const lines = harmless.text.split('\n').length
    fc.assert(
      fc.property(hostile, text => {
        const email = compose(text)
        expect(shapeOf(email.html)).toBe(shape)
        expect(email.text.split('\n').length).toBeLessThanOrEqual(lines)
        expect(email.subject).not.toMatch(/[\r\n\0]/)
      }),
      { numRuns: 60 },
    )
  })
})
