import { XMLParser } from 'fast-xml-parser'
import type { MailFields } from '../../contract/mails.ts'
import { splitName } from '../../rules/mailFields.ts'
import { boundedMarkup } from './htmlText.ts'

/** A lead as ADF has a few kilobytes. */
const MAX_XML = 128 * 1024
const MAX_TAGS = 1000

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities of the document itself could grow without end; the five of XML are read afterwards.
  processEntities: false,
  trimValues: true,
})

/** The part of a text that is ADF; `null` when there is none. Looks at each character a fixed number of times. */
export function adfIn(text: string): string | null {
  const lower = text.toLowerCase()
  const start = lower.indexOf('<adf')
  if (start < 0) return null
  const end = lower.indexOf('</adf', start)
  // Cut off by whoever passed it on: what is there may be enough.
  return text.slice(start, end < 0 ? start + MAX_XML : Math.min(end + 6, start + MAX_XML))
}

/** Reads ADF XML, which portals write as they please: unescaped ampersands, missing ends, other spellings. */
export function readAdf(xml: string): MailFields | null {
  const root = parsedAdf(xml)
  const customer = root && first(root, 'customer')
  if (!customer) return null
  const contact = first(customer, 'contact') ?? customer
  const names = all(contact, 'name')
  const part = (name: string) => textOf(names.find(each => attribute(each, 'part') === name))
  const full = part('full') ?? textOf(names.find(each => attribute(each, 'part') === null))
  const split = full ? splitName(full) : null
  const home = first(root, 'vehicle') ?? first(root, 'property')
  return {
    first_name: part('first') ?? split?.first_name ?? null,
    last_name: part('last') ?? split?.last_name ?? null,
    email: textOf(first(contact, 'email')),
    phone: textOf(first(contact, 'phone')),
    mls_number: home ? (textOf(first(home, 'stock')) ?? textOf(first(home, 'mls')) ?? textOf(first(home, 'id'))) : null,
    address: home ? (textOf(first(home, 'address')) ?? textOf(first(home, 'street'))) : null,
    price: home ? textOf(first(home, 'price')) : null,
    message: textOf(first(customer, 'comments')) ?? textOf(first(root, 'comments')),
  }
}

type Node = Record<string, unknown> | string

function parsedAdf(xml: string): Node | null {
  const safe = boundedMarkup(xml.slice(0, MAX_XML), MAX_TAGS)
    .replaceAll('\0', '')
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[0-9a-f]{1,6});)/gi, '&amp;')
  try {
    const root: unknown = parser.parse(safe)
    return isNode(root) ? root : null
  } catch {
    return null
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))

const MAX_DEPTH = 12

/** All elements of a name below a node, at any depth, those that come first first. */
function all(node: Node, name: string, depth = 0): Node[] {
  if (typeof node === 'string' || depth > MAX_DEPTH) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('@') || key === '#text') return []
    const children = [value].flat().filter(isNode)
    return key.toLowerCase() === name ? children : children.flatMap(child => all(child, name, depth + 1))
  })
}

const first = (node: Node, name: string): Node | null => all(node, name)[0] ?? null

function attribute(node: Node, name: string): string | null {
  const value = typeof node === 'string' ? null : node[`@${name}`]
  return typeof value === 'string' ? value.toLowerCase() : null
}

/** The text of an element, with that of the elements in it; `null` when there is none. */
function textOf(node: Node | null | undefined): string | null {
  if (node === null || node === undefined) return null
  const text = typeof node === 'string' ? node : innerText(node)
  return decoded(text).trim() || null
}

const innerText = (node: Record<string, unknown>): string =>
  Object.entries(node)
    .filter(([key]) => !key.startsWith('@'))
    .flatMap(([, value]) => [value].flat())
    .map(value => (typeof value === 'string' ? value : isNode(value) ? (textOf(value) ?? '') : ''))
    .join(' ')

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const decoded = (text: string): string =>
  text.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hexadecimal) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hexadecimal), 16)
    return code > 0 && code < 0x11_0000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : ''
  })
