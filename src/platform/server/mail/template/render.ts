import type { Names, Piece } from './parse.ts'
import { TemplateError } from './places.ts'

/** What is put into a template: texts, and lists of the same. */
export type Values = { readonly [name: string]: string | readonly Values[] }

/** Throws, by name, of a value that is missing, of the wrong kind, or that nothing asks for. */
export function checkValues(names: Names, values: Values, within = ''): void {
  for (const name in names) {
    const value = values[name]
    const items = names[name]
    if (value === undefined) throw new TemplateError(`There is no value for "${within}${name}".`)
    if (Array.isArray(value) !== (items !== null))
      throw new TemplateError(`The value for "${within}${name}" is ${items ? 'no list' : 'no text'}.`)
    if (items && typeof value !== 'string') for (const item of value) checkValues(items, item, `${within}${name}.`)
  }
  for (const name in values)
    if (!Object.hasOwn(names, name)) throw new TemplateError(`There is no placeholder "${within}${name}".`)
}

/** Which addresses a link or picture may have: in a preview also none (`#`), and those of the page that shows it. */
export type Addresses = 'absolute' | 'any'

const ADDRESSES: Readonly<Record<Addresses, RegExp>> = {
  absolute: /^(https?:\/\/[^\s/<>"]|mailto:|tel:)[^\s<>"]*$/i,
  any: /^(#$|\/(?!\/)|https?:\/\/[^\s/<>"]|mailto:|tel:)[^\s<>"]*$/i,
}

/** Fills in values that were checked. `values` are those of the block, `everywhere` those with a dot in their name. */
export function fill(
  pieces: readonly Piece[],
  values: Values,
  everywhere: ReadonlyMap<string, string>,
  addresses: Addresses,
): string {
  let filled = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      filled += piece
      continue
    }
    const value = everywhere.get(piece.name) ?? values[piece.name] ?? ''
    if (piece.kind === 'value') filled += safe(piece, String(value), addresses)
    else if (piece.kind === 'given') filled += value === '' ? '' : fill(piece.pieces, values, everywhere, addresses)
    else if (typeof value !== 'string')
      for (const item of value) filled += fill(piece.pieces, item, everywhere, addresses)
  }
  return filled
}

/** Line ends and what turns the direction of writing would reach beyond the place of the value. */
const UNRULY = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? character)

function safe({ name, place }: { name: string; place: string }, value: string, addresses: Addresses): string {
  if (place === 'color') {
    if (!/^#[0-9a-f]{6}$/i.test(value)) throw new TemplateError(`The value for "${name}" is no color such as #2862d3.`)
    return value
  }
  if (place === 'url') {
    if (!ADDRESSES[addresses].test(value)) throw new TemplateError(`The value for "${name}" is no absolute address.`)
    return escaped(value)
  }
  const line = value.replace(UNRULY, ' ')
  return place === 'plain' ? line : escaped(line)
}
