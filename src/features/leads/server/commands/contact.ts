import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Change } from '../../../../platform/server/context.ts'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'
import { region } from '../../../../product/region/region.ts'
import { foldEmail } from '../../rules.ts'
import { lockPeople, phoneCountryOf, samePeople } from '../queries/arrivals.ts'

const country = (code: string | null | undefined): CountryCode => {
  const upper = code?.toUpperCase() ?? ''
  return isSupportedCountry(upper) ? upper : region.country
}

/** A phone number in any usual format, as E.164; `null` when it is none. */
export function phoneAsE164(text: string, countryCode?: string | null): string | null {
  const parsed = parsePhoneNumberFromString(text, country(countryCode))
  return parsed?.isValid() ? parsed.number : null
}

/** What is wrong with a lead whom nobody could name or reach. */
export const NOBODY = 'A lead needs a name, an e-mail address or a phone number.'

/** Whether there is nothing by which to name or reach somebody. */
export const isNobody = (lead: ContactFields & { first_name?: string; last_name?: string }): boolean =>
  !lead.first_name && !lead.last_name && !lead.email && !lead.email_private && !lead.phone && !lead.phone_private

interface ContactFields {
  email?: string | null
  email_private?: string | null
  phone?: string | null
  phone_private?: string | null
  phone_country_code?: string | null
}

/** The same fields as they are stored: empty is null, e-mail in lower case, phone as E.164; with what is wrong, by field. */
export function storedContact<Fields extends ContactFields>(
  fields: Fields,
  countryBefore: string | null = null,
): { fields: Fields; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const result = { ...fields }
  for (const name of ['email', 'email_private'] as const) {
    const text = fields[name]
    if (typeof text === 'string') result[name] = text === '' ? null : text.toLowerCase()
  }
  const code = fields.phone_country_code ?? countryBefore
  for (const name of ['phone', 'phone_private'] as const) {
    const text = fields[name]
    if (typeof text !== 'string') continue
    const number = text === '' ? null : phoneAsE164(text, code)
    if (text !== '' && number === null) errors[name] = [`${name} must be a phone number that exists.`]
    result[name] = number
  }
  if (typeof fields.phone_country_code === 'string')
    result.phone_country_code = fields.phone_country_code.toUpperCase() || null
  return { fields: result, errors }
}

/** Somebody else has this address or number: they are the same person, and never become a second lead. */
export class SamePerson extends Error {
  readonly lead_id: number

  constructor(lead_id: number) {
    super(`Lead ${lead_id} is the same person.`)
    this.name = 'SamePerson'
    this.lead_id = lead_id
  }
}

const keysOf = (fields: ContactFields) => ({
  emails: [fields.email_private, fields.email].flatMap(email => foldEmail(email) ?? []),
  phones: [fields.phone_private, fields.phone].flatMap(phone => phone || []),
})

/** Waits for whoever gives these addresses to another lead. Comes before the lead's own lock, as it does where leads are created. */
export async function lockAddresses(ctx: Change, id: number, given: ContactFields): Promise<void> {
  if (![given.email, given.email_private, given.phone, given.phone_private].some(Boolean)) return
  const { emails, phones } = keysOf(storedContact(given, await phoneCountryOf(ctx, id)).fields)
  await lockPeople(ctx, [...emails, ...phones])
}

/** Refuses an address or number that is new to a lead and known of another. */
export async function refuseTaken(ctx: Change, id: number, before: ContactFields, after: ContactFields): Promise<void> {
  const [old, now] = [keysOf(before), keysOf(after)]
  const emails = now.emails.filter(key => !old.emails.includes(key))
  const phones = now.phones.filter(key => !old.phones.includes(key))
  if (emails.length === 0 && phones.length === 0) return
  await lockPeople(ctx, [...emails, ...phones])
  const other = (await samePeople(ctx, emails, phones)).findLast(found => found.id !== id)
  if (other) throw new SamePerson(other.id)
}
