import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { z } from 'zod'
import { region } from '../../../product/region/region.ts'
import { type LeadRole, leadStatuses } from '../../leads/rules.ts'
import { foldHeader } from './fields.ts'

/** What a cell held: what was understood, and the pieces that were not. */
export interface Reading<Value> {
  values: Value[]
  refused: string[]
}

/** Between several values of one cell; Google writes ` ::: `. */
const LIST = /\s*(?::::|[;|\n\r]|,(?!\d{3}\b))\s*/
const PHONES = /\s*(?::::|[;|\n\r/,]|\bor\b|\bou\b)\s*/i

const pieces = (cell: string, between: RegExp): string[] => cell.split(between).flatMap(piece => piece.trim() || [])

/**
 * One cell, tidied: no control characters, no doubled spaces, one empty line at most, no leading `'` of a spreadsheet.
 * Everything below relies on it: what looks for separators with space around them takes long for long runs of space.
 */
export const tidy = (cell: string): string =>
  cell
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^'(?=[+=@\d-])/, '')
    .trim()

/**
 * A cell that is a list in JSON, as some products write several addresses or numbers, as one with semicolons; any other
 * stays as it is. Numbers may be records of their parts, as Twenty writes them.
 */
export function unpackList(cell: string): string {
  if (!/^\[.*\]$/s.test(cell)) return cell
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list.map(itemText).filter(Boolean).join('; ') : cell
  } catch {
    return cell
  }
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return ''
  const part = (name: string) => String((item as Record<string, unknown>)[name] ?? '')
  return `${part('callingCode')}${part('number')}${part('email')}`
}

/** The e-mail addresses of a cell, also as `Jane Roe <jane@example.test>`. */
export function readEmails(cell: string): Reading<string> {
  const reading: Reading<string> = { values: [], refused: [] }
  for (const piece of pieces(cell, LIST)) {
    const address = (/<([^<>]+)>/.exec(piece)?.[1] ?? piece).replace(/^mailto:/i, '').trim()
    if (address.length <= 254 && z.email().safeParse(address).success) reading.values.push(address)
    else reading.refused.push(piece)
  }
  return reading
}

/** The phone numbers of a cell, as E.164; numbers without a country are Canadian. Extensions are set aside. */
export function readPhones(cell: string): Reading<string> & { extensions: string[] } {
  const reading = { values: [] as string[], refused: [] as string[], extensions: [] as string[] }
  for (const piece of pieces(cell, PHONES)) {
    const labelled = piece.replace(/^[\p{L} .]{1,20}:\s*/u, '').replace(/^tel:/i, '')
    // Spreadsheets turn long numbers into decimals.
    const number = parsePhoneNumberFromString(labelled.replace(/^(\d{10,11})\.0$/, '$1'), region.country)
    if (!number?.isValid()) reading.refused.push(piece)
    else {
      reading.values.push(number.number)
      if (number.ext) reading.extensions.push(`${number.formatNational()}`)
    }
  }
  return reading
}

/** First and last name of a whole name: "Last, First", "First Middle Last", one word alone. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const clean = name.replace(/^(mr|mrs|ms|miss|dr|m|mme|mlle|monsieur|madame)\.?\s+(?=\S)/i, '').trim()
  const [beforeComma = '', ...afterComma] = clean.split(/\s*,\s*/)
  const suffix = /^(jr|sr|ii|iii|iv|md|phd|esq)\.?$/i
  if (afterComma.length > 0 && !suffix.test(afterComma[0] ?? ''))
    return { first_name: afterComma.join(' ').trim(), last_name: beforeComma }
  const words = clean.split(/\s+/)
  return { first_name: words[0] ?? '', last_name: words.slice(1).join(' ') }
}

const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mm: 1e6,
  million: 1e6,
  millions: 1e6,
  mil: 1e6,
  thousand: 1e3,
}
const AMOUNT = /(\d[\d\s,.'\u00a0\u202f]{0,40})\s*(million|millions|thousand|mil|mm|k|m)?(?![a-z])/gi
/** Above this no home is sold here; such a number is something else, such as a date or a phone number. */
const MAX_DOLLARS = 1_000_000_000

/** Reads "650 000", "1.234.567", "1,2" and "1,234.56" by where the last sign stands. */
function numberOf(text: string): number {
  const digits = text.replace(/[\s'\u00a0\u202f]/g, '').replace(/[.,]+$/, '')
  const decimal = /[.,](\d{1,2})$/.exec(digits)
  const whole = decimal ? digits.slice(0, -decimal[0].length) : digits
  return Number(`${whole.replace(/[.,]/g, '')}.${decimal?.[1] ?? '0'}`)
}

/** A price or a range in whole dollars, as in "$1.2M", "650,000 - 800,000", "500-600k", "up to 900k", "700K+". */
export function readPrice(cell: string): { min: number | null; max: number | null } | null {
  const text = cell.replace(/\b(cad|cdn|usd)\b|[$€]/gi, ' ')
  const found = [...text.matchAll(AMOUNT)].map(match => ({
    value: numberOf(match[1] ?? ''),
    unit: (match[2] ?? '').toLowerCase(),
  }))
  const last = found.at(-1)
  if (!last || found.length > 2) return null
  const amounts = found.map(({ value, unit }) => {
    // "500-600k": the unit of the second counts for the first when the first is too small to be a price.
    const shared = unit || (value < 1000 ? last.unit : '')
    return Math.round(value * (MULTIPLES[shared] ?? 1))
  })
  if (amounts.some(amount => !Number.isFinite(amount) || amount > MAX_DOLLARS)) return null
  const [low = 0, high] = amounts
  if (high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) }
  if (/\+|\b(from|over|above|min|minimum|at least|dès|à partir)\b/i.test(text)) return { min: low, max: null }
  if (/<|\b(to|under|below|max|maximum|up to|at most|jusqu)/i.test(text)) return { min: null, max: low }
  return { min: low, max: low }
}

/** Words of other products for the statuses of a lead. */
const statusPatterns: readonly (readonly [RegExp, number])[] = [
  [
    /^(not interested|dead|lost|trash|junk|do not contact|dnc|disqualified|unqualified|bad timing|pas interesse|perdu|archived?|inactive|inactif)$/,
    0,
  ],
  [/^(past clients?|sphere|previous client|ancien client|past customer|soi|sphere of influence|evangelist)$/, 10],
  [/^(closed( won)?|sold|vendu|conclu|settled|customer|purchased|leased|rented)$/, 9],
  [/^(under contract|contract|pending|conditional|firm|sous contrat|in escrow|escrow)$/, 8],
  [/^(offer|offers?( made| submitted| out)?|making offers?|negotiat(ing|ion)|offre|open deal)$/, 7],
  [/^(showings?|appointment( set| scheduled)?|met( with)?|meeting( scheduled)?|visite|viewing|toured)$/, 6],
  [
    /^(active(ly)?( (searching|looking|buyer|seller|client|lead))?|hot( (lead|prospect))?|a|ready|actif|searching|qualified|client|clients|sales qualified lead|opportunity|en recherche)$/,
    5,
  ],
  [
    /^(nurtur(e|ing)|long term|warm( (lead|prospect))?|watch|b|c|cold|someday|in progress|suivi|marketing qualified lead|future)$/,
    4,
  ],
  [/^(connected|contacted|engaged|responded|spoke|conversation|prospect|contacte|in conversation|replied)$/, 3],
  [
    /^(attempt(ed|ing)?( to)? ?contact(ed)?|attempted|trying|no answer|left (message|voicemail)|tentative|called|unresponsive|no response)$/,
    2,
  ],
  [
    /^(new( (lead|inquiry|registration))?|lead|leads|subscriber|open|nouveau|nouvelle|uncontacted|registered|inquiry)$/,
    1,
  ],
  [/^(unknown|none|n a|other|inconnu|unspecified)$/, -1],
]

/** The status that a word stands for: ours, a number of ours, or another product's; `null` when nobody knows. */
export function readStatus(cell: string): number | null {
  const folded = foldHeader(cell).replace(/^\d+ (?=\p{L})/u, '')
  const own = leadStatuses.find(({ value, label }) => foldHeader(label) === folded || String(value) === cell.trim())
  return own?.value ?? statusPatterns.find(([pattern]) => pattern.test(folded))?.[1] ?? null
}

const rolePatterns: readonly (readonly [RegExp, LeadRole])[] = [
  [/\b(rent(er|al|als|ing)?|tenants?|lease|leasing|lessee|locataire|location)\b/, 'rental_lead'],
  [/\b(buy(er|ers|ing)?|purchas(er|ing|e)|acheteurs?|acheteuse|achat|acquereur)\b/, 'buyer_lead'],
  [/\b(sell(er|ers|ing)?|listing|vendeurs?|vendeuse|vente|landlord)\b/, 'seller_lead'],
  [/\b(invest(or|ors|ment|ing)|investisseurs?)\b/, 'investor_lead'],
  [/\b(pre ?con(struction)?|new construction|builder|assignment|prevente)\b/, 'precon_lead'],
  [/\b(agents?|realtors?|brokers?|courtiers?|registered agent)\b/, 'registered_agent'],
]

/** Every kind of lead that a cell names: "Buyer/Seller" is both. */
export function readRoles(cell: string): LeadRole[] {
  const folded = foldHeader(cell.replace(/_/g, ' '))
  return rolePatterns.flatMap(([pattern, role]) =>
    pattern.test(folded) || folded === role.replace('_', ' ') ? role : [],
  )
}

const MAX_TAGS = 20
/** Groups that products put everybody into: they say nothing. */
const emptyGroups = /^(\*\s?my ?contacts|my ?contacts|\* ?starred|starred|imported on .*|all contacts|contacts)$/i

/** The tags of a cell, without `#` and without the groups that hold everybody. */
export const readTags = (cell: string): string[] =>
  [
    ...new Set(
      pieces(cell, LIST)
        .map(tag =>
          tag
            .replace(/^[#*]\s?/, '')
            .trim()
            .slice(0, 40)
            .toWellFormed(),
        )
        .filter(tag => tag !== '' && !emptyGroups.test(tag)),
    ),
  ].slice(0, MAX_TAGS)

/** The places that a cell names, as they are compared with the names of areas. */
export const readAreas = (cell: string): string[] => [
  ...new Set(
    pieces(cell, LIST)
      .map(foldArea)
      .filter(name => name !== ''),
  ),
]

/** A place's name as it is compared: "Toronto, ON" and "City of Toronto" are Toronto. */
export const foldArea = (name: string): string =>
  foldHeader(name)
    .replace(/^(city|town|ville|municipality) (of|de) /, '')
    .replace(/ (on|ont|ontario|canada)$/, '')
    .replace(/^st /, 'saint ')
