import type { MailFields } from '../contract/mails.ts'

/** Text of a mail that readers look at, at the most. */
export const MAX_TEXT = 200_000

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/u
/** Local parts of addresses that nobody reads. */
const UNREAD_BOX =
  /^(no-?reply|do-?not-?reply|ne-?pas-?repondre|notify|notifications?|mailer-daemon|postmaster|bounces?)\b/i

/** The first e-mail address of a text that somebody could be reached at; `null` when there is none. */
export function emailIn(text: string | null | undefined): string | null {
  const found = EMAIL.exec((text ?? '').slice(0, 500))?.[0].replace(/^[.'-]+/, '') ?? null
  return found === null || UNREAD_BOX.test(found) ? null : found.toLowerCase()
}

const PHONE = /\+?\(?\d[\d\s().\-–\u00a0]{7,20}\d/

/** The first phone number of a text; `null` when there is none. */
export function phoneIn(text: string | null | undefined): string | null {
  const found = PHONE.exec((text ?? '').slice(0, 500))?.[0] ?? null
  const digits = found?.replace(/\D/g, '').length ?? 0
  return digits >= 10 && digits <= 15 ? (found?.trim() ?? null) : null
}

/** First and last name of a full one: "Danielle Ouellette", "Ouellette, Danielle". */
export function splitName(text: string): { first_name: string; last_name: string } {
  const name = cleanValue(text).replace(/^(mr|mrs|ms|miss|dr|m|mme|mlle)\.?\s+/i, '')
  const comma = name.indexOf(',')
  if (comma > 0) return { first_name: name.slice(comma + 1).trim(), last_name: name.slice(0, comma).trim() }
  const space = name.indexOf(' ')
  if (space < 0) return { first_name: name, last_name: '' }
  return { first_name: name.slice(0, space), last_name: name.slice(space + 1).trim() }
}

/** A value without what programs put around it: stars of bold text, quotes, brackets, repeated spaces. */
export const cleanValue = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/^[*_"“”«»<[\s]+|[*_"“”«»>\]\s]+$/g, '')
    .trim()

/** Whole dollars of a price as people write it; `null` when it is none. */
export function dollarsOf(text: string | null | undefined): number | null {
  const found = /\d[\d\s,.\u00a0\u202f]{0,15}/.exec((text ?? '').slice(0, 200))?.[0].trim() ?? ''
  const whole = found.replace(/[.,]\d{2}$/, '').replace(/\D/g, '')
  const dollars = Number(whole)
  return whole !== '' && dollars > 0 && dollars <= 1_000_000_000 ? dollars : null
}

/** The fields as they are stored, each checked for what it is; `null` when nobody could be reached by them. */
export function usableFields(given: MailFields): MailFields | null {
  const text = (value: string | null | undefined, most: number) => cleanValue(value ?? '').slice(0, most) || null
  const fields: MailFields = {
    first_name: text(given.first_name, 100),
    last_name: text(given.last_name, 100),
    email: emailIn(given.email),
    phone: phoneIn(given.phone),
    mls_number: mlsIn(given.mls_number),
    address: text(given.address, 300),
    price: text(given.price, 40),
    message: messageOf(given.message),
  }
  return fields.email || fields.phone ? fields : null
}

const messageOf = (text: string | null | undefined): string | null =>
  (text ?? '')
    .slice(0, 6000)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/^["“”«»\s]+|["“”«»\s]+$/g, '')
    .slice(0, 5000) || null

/** The number of a listing, such as C8123456 or 27651234. */
function mlsIn(text: string | null | undefined): string | null {
  const found = /[A-Z]{0,3}\d{5,10}/i.exec((text ?? '').slice(0, 200))?.[0] ?? null
  return found?.toUpperCase() ?? null
}

/** The name of whoever the fields are of. */
export const nameIn = ({ first_name, last_name }: MailFields): string =>
  [first_name, last_name].filter(Boolean).join(' ')
