import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'

const country = (code: string | null | undefined): CountryCode => {
  const upper = code?.toUpperCase() ?? ''
  return isSupportedCountry(upper) ? upper : 'CA'
}

/** A phone number in any usual format, as E.164; `null` when it is none. */
export function phoneAsE164(text: string, countryCode?: string | null): string | null {
  const parsed = parsePhoneNumberFromString(text, country(countryCode))
  return parsed?.isValid() ? parsed.number : null
}

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
