import ICAL from 'ical.js'

/** The columns that every vCard becomes, so that cards and rows share one way in. */
export const cardColumns = [
  'Full name',
  'First name',
  'Middle name',
  'Last name',
  'E-mail',
  'Phone',
  'City',
  'Categories',
  'Notes',
  'Organization',
  'Birthday',
] as const

const QUOTED = /;ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i
const PHOTO = /^(?:item\d+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i
/** Lines are cut here: nobody has a name, a number or a note that is longer. */
export const MAX_LINE_LENGTH = 64 * 1024
const MAX_PARAMETERS = 50

/** Quoted-printable as the bytes that it stands for; what is not written so stands for itself. */
function bytesOfQuoted(text: string): Uint8Array {
  const encoder = new TextEncoder()
  const bytes: number[] = []
  for (const [part] of text.matchAll(/=[0-9a-f]{2}|[^=]+|=/gi)) {
    if (part.length === 3 && part.startsWith('=')) bytes.push(Number.parseInt(part.slice(1), 16))
    else for (const byte of encoder.encode(part)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** Unfolds the lines of a card: continued ones, and those that quoted-printable breaks with `=`. */
function* logicalLines(card: string): Generator<string, void, unknown> {
  let pieces: string[] = []
  let isQuoted = false
  for (const line of card.split(/\r\n|\n|\r/)) {
    const last = pieces.at(-1)
    if (last !== undefined && /^[ \t]/.test(line)) pieces.push(line.slice(1))
    else if (last !== undefined && isQuoted && last.endsWith('=')) pieces.splice(-1, 1, last.slice(0, -1), line)
    else {
      yield pieces.join('').slice(0, MAX_LINE_LENGTH)
      pieces = [line]
      isQuoted = QUOTED.test(line)
    }
  }
  yield pieces.join('').slice(0, MAX_LINE_LENGTH)
}

/** A line of a card, taken apart (RFC 6350, section 3.3). */
interface ContentLine {
  name: string
  parameters: string[]
  value: string
}

/** The parts of a line; `null` when it has none. Parameters beyond the first 50 are left out. */
function partsOf(line: string): ContentLine | null {
  const parts: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || (sign !== ';' && sign !== ':')) continue
    if (parts.length <= MAX_PARAMETERS) parts.push(line.slice(start, at))
    start = at + 1
    const [name = '', ...parameters] = parts
    if (sign === ':') return { name, parameters, value: line.slice(start) }
  }
  // A quote that is never closed is a sign like any other.
  return isQuoted ? partsOf(line.replaceAll('"', '')) : null
}

/**
 * A line of any version as the library reads it; `null` for what no lead needs. Of the parameters only the type of the
 * value is left: the library's time grows with the square of their number, and nothing else of them is read.
 */
function plainLine(line: string, isModern: boolean): string | null {
  const parts = PHOTO.test(line) ? null : partsOf(line)
  if (!parts) return null
  const { name, parameters, value } = parts
  if (!isModern && /^VERSION$/i.test(name)) return 'VERSION:3.0'
  const type = parameters.find(one => /^VALUE=[\w-]+$/i.test(one))
  return `${type ? `${name};${type}` : name}:${parameters.some(one => QUOTED.test(`;${one}`)) ? unquoted(parts) : value}`
}

function unquoted({ parameters, value }: ContentLine): string {
  const charset = parameters.flatMap(one => /^CHARSET=(.+)$/i.exec(one)?.[1] ?? [])[0]
  return decoderFor(charset)
    .decode(bytesOfQuoted(value))
    .replace(/\r\n|\n/g, '\\n')
    .replace(/,/g, '\\,')
}

type Property = [string, Record<string, string | string[]>, string, ...unknown[]]

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(textsOf) : [String(value ?? '')])

/** One vCard of any version (2.1, 3.0, 4.0) as cells under `cardColumns`; throws when it is no card at all. */
export function cellsOfCard(card: string): string[] {
  const isModern = /^VERSION:(3|4)/im.test(card) && !QUOTED.test(card)
  const lines = [...logicalLines(card)].flatMap(line => plainLine(line, isModern) ?? [])
  const [, properties] = ICAL.parse(lines.join('\r\n')) as unknown as [string, Property[]]
  const valuesOf = (name: string) => properties.filter(([found]) => found === name).map(property => property.slice(3))
  const all = (name: string) =>
    valuesOf(name)
      .flatMap(textsOf)
      .map(text => text.replace(/^(tel|mailto):/i, '').replace(/;ext=/i, ' ext. '))
      .filter(Boolean)
  const name = (valuesOf('n')[0]?.[0] ?? []) as unknown
  const [last = '', first = '', middle = ''] = textsOf(name)
  const cities = valuesOf('adr')
    .map(([address]) => textsOf(address)[3] ?? '')
    .filter(Boolean)
  return [
    all('fn')[0] ?? '',
    first,
    middle,
    last,
    all('email').join('\n'),
    all('tel')
      .filter(number => !/^(fax)/i.test(number))
      .join('\n'),
    [...new Set(cities)].join(';'),
    all('categories').join(';'),
    all('note').join('\n'),
    all('org').join(' '),
    all('bday')[0] ?? '',
  ]
}
