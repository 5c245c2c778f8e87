import { load } from 'cheerio/slim'
import { excessOfJson } from '../../../../platform/wire/json.ts'
import type { MailFields } from '../../contract/mails.ts'
import { splitName } from '../../rules/mailFields.ts'
import { boundedMarkup } from './htmlText.ts'

/**
 * Reads `<meta name="lead_…">`, which portals put into their mails for this purpose (leadmetadata.org 1.0); `null` when
 * there is none.
 */
export function readMetadata(html: string): MailFields | null {
  if (!/lead_(name|email|phone)/i.test(html)) return null
  const $ = load(boundedMarkup(html))
  const found = new Map<string, string>()
  for (const element of $('meta[name]').toArray()) {
    const name = $(element).attr('name')?.trim().toLowerCase() ?? ''
    const content = $(element).attr('content')?.trim() ?? ''
    if (name.startsWith('lead_') && content !== '' && !found.has(name)) found.set(name, content)
  }
  if (!found.has('lead_email') && !found.has('lead_phone') && !found.has('lead_name')) return null
  const name = found.get('lead_name')
  const split = name ? splitName(name) : null
  const address = ['address', 'city', 'state', 'zip'].flatMap(part => found.get(`lead_property_${part}`) ?? [])
  return {
    first_name: found.get('lead_first_name') ?? split?.first_name ?? null,
    last_name: found.get('lead_last_name') ?? split?.last_name ?? null,
    email: found.get('lead_email') ?? null,
    phone: found.get('lead_phone') ?? null,
    mls_number: found.get('lead_property_mls_id') ?? found.get('lead_property_mlsid') ?? null,
    address: address.length > 0 ? address.join(', ') : null,
    price: found.get('lead_property_price') ?? null,
    message: found.get('lead_message') ?? found.get('lead_comments') ?? null,
  }
}

type Thing = Record<string, unknown>

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The keys of people other than the person who asks. */
const otherPeople = new Set([
  'recipient',
  'seller',
  'provider',
  'broker',
  'publisher',
  'offeredBy',
  'landlord',
  'employee',
])

/** Reads schema.org markup (`application/ld+json`): the one person who asks, and the home. `null` when that is not certain. */
export function readJsonLd(html: string): MailFields | null {
  if (!/ld\+json/i.test(html)) return null
  const $ = load(boundedMarkup(html))
  const things: { thing: Thing; isOther: boolean }[] = []
  for (const element of $('script[type="application/ld+json"]').toArray())
    collect(parsed($(element).text()), { isOther: false, depth: 0 }, things)
  const people = things.filter(
    ({ thing, isOther }) => !isOther && hasType(thing, ['Person', 'ContactPoint']) && reaches(thing),
  )
  const [person] = people
  if (!person || people.length > 1) return null
  const home = things.map(({ thing }) => thing).find(thing => hasType(thing, homeTypes))
  const asked = things
    .map(({ thing }) => thing)
    .find(thing => hasType(thing, ['AskAction', 'ContactAction', 'Message', 'Question']))
  const split = splitName(textOf(person.thing.name) ?? '')
  return {
    first_name: textOf(person.thing.givenName) ?? split.first_name,
    last_name: textOf(person.thing.familyName) ?? split.last_name,
    email: textOf(person.thing.email)?.replace(/^mailto:/i, '') ?? null,
    phone: textOf(person.thing.telephone),
    mls_number: home ? (textOf(home.identifier) ?? textOf(home.sku) ?? textOf(home.productID)) : null,
    address: home ? addressOf(home.address) : null,
    price: home ? priceOf(home) : null,
    message: asked ? (textOf(asked.text) ?? textOf(asked.description) ?? textOf(asked.message)) : null,
  }
}

const homeTypes = [
  'RealEstateListing',
  'Residence',
  'SingleFamilyResidence',
  'House',
  'Apartment',
  'Product',
  'Accommodation',
  'Place',
]

const hasType = (thing: Thing, types: readonly string[]): boolean =>
  [thing['@type']].flat().some(type => typeof type === 'string' && types.includes(type.replace(/^.*[/:]/, '')))

const reaches = (thing: Thing): boolean => Boolean(textOf(thing.email) || textOf(thing.telephone))

function parsed(text: string): unknown {
  if (excessOfJson(text) !== null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every thing of a document, with whether it is part of somebody other than the person who asks. */
function collect(
  value: unknown,
  { isOther, depth }: { isOther: boolean; depth: number },
  into: { thing: Thing; isOther: boolean }[],
): void {
  if (depth > 20) return
  if (Array.isArray(value)) for (const each of value) collect(each, { isOther, depth: depth + 1 }, into)
  else if (isThing(value)) {
    const isAgent = isOther || hasType(value, ['RealEstateAgent', 'Organization'])
    into.push({ thing: value, isOther: isAgent })
    for (const [key, inner] of Object.entries(value))
      collect(inner, { isOther: isAgent || otherPeople.has(key), depth: depth + 1 }, into)
  }
}

function addressOf(address: unknown): string | null {
  if (!isThing(address)) return textOf(address)
  const parts = [address.streetAddress, address.addressLocality].flatMap(part => textOf(part) ?? [])
  return parts.length > 0 ? parts.join(', ') : null
}

function priceOf(home: Thing): string | null {
  const offer = [home.offers].flat().find(isThing)
  return textOf(home.price) ?? (offer ? textOf(offer.price) : null)
}
