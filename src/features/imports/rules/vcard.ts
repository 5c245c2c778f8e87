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
  'Organisation',
  'Birthday',
] as const

const QUOTED = /;ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i
const PHOTO = /^(?:item\d+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i
/** Parameters that version 2.1 writes without a name. */
const BARE =
  /^(HOME|WORK|CELL|VOICE|FAX|PREF|MSG|PAGER|BBS|MODEM|CAR|ISDN|VIDEO|INTERNET|X400|DOM|INTL|POSTAL|PARCEL|MAIN|OTHER|MOBILE|IPHONE)$/i

function bytesOfQuoted(text: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text[at] === '=' ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN
    if (Number.isNaN(code)) bytes.push(...new TextEncoder().encode(text[at] ?? ''))
    else {
      bytes.push(code)
      at += 2
    }
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
function logicalLines(card: string): string[] {
  const lines: string[] = []
  for (const line of card.split(/\r\n|\n|\r/)) {
    const last = lines.at(-1)
    if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else if (last !== undefined && QUOTED.test(last) && last.endsWith('='))
      lines[lines.length - 1] = last.slice(0, -1) + line
    else lines.push(line)
  }
  return lines
}

/** A line of version 2.1 (or of a careless writer) as the library reads it; `null` for what no lead needs. */
function modernLine(line: string): string | null {
  const colon = line.indexOf(':')
  if (line.trim() === '' || PHOTO.test(line) || colon < 0) return null
  const head = line.slice(0, colon)
  const [name = '', ...parameters] = head.split(';')
  if (/^VERSION$/i.test(name)) return 'VERSION:3.0'
  const charset = /^CHARSET=(.+)$/i.exec(parameters.find(one => /^CHARSET=/i.test(one)) ?? '')?.[1]
  const value = line.slice(colon + 1)
  const text = QUOTED.test(head)
    ? decoderFor(charset)
        .decode(bytesOfQuoted(value))
        .replace(/\r\n|\n/g, '\\n')
        .replace(/,/g, '\\,')
    : value
  const kept = parameters
    .filter(one => !/^(CHARSET|ENCODING)=/i.test(one) && !/^QUOTED-PRINTABLE$/i.test(one))
    .map(one => (BARE.test(one) || !one.includes('=') ? `TYPE=${one}` : one))
  return `${[name, ...kept].join(';')}:${text}`
}

type Property = [string, Record<string, string | string[]>, string, ...unknown[]]

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(textsOf) : [String(value ?? '')])

/** One vCard of any version (2.1, 3.0, 4.0) as cells under `cardColumns`; throws when it is no card at all. */
export function cellsOfCard(card: string): string[] {
  const modern = /^VERSION:(3|4)/im.test(card) && !QUOTED.test(card)
  const lines = logicalLines(card).flatMap(line =>
    modern ? (PHOTO.test(line) || !line.includes(':') ? [] : line) : (modernLine(line) ?? []),
  )
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
