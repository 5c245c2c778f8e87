import { isSpokenAs } from './names.ts'
import { endsAlike, isMistyped } from './phones.ts'

/** Why two leads may be one person, in the words that screens use. */
export const reasonLabels = {
  same_email: 'Same e-mail address',
  same_phone: 'Same phone number',
  same_name: 'Same name',
  swapped_name: 'First and last name swapped',
  nickname: 'One first name is short for the other',
  similar_name: 'Similar name',
  phone_digit: 'Phone numbers one digit apart',
  phone_end: 'Phone numbers with the same ending',
  same_domain: 'E-mail addresses at the same domain',
  same_box: 'Same e-mail name at another provider',
  same_area: 'Same area',
  no_contact: 'One has no e-mail address or phone number',
} as const
export type Reason = keyof typeof reasonLabels

/** What of a lead is compared; names and addresses are folded. */
export interface Compared {
  id: number
  first: string
  last: string
  emails: readonly string[]
  phones: readonly string[]
  area_ids: readonly number[]
}

export interface Likeness {
  score: number
  reasons: Reason[]
}

/** From this score on a pair is offered. */
export const LIKELY = 60
/** Names less alike than this say nothing. */
export const NAMES_ALIKE = 0.6

const points: Readonly<Record<Exclude<Reason, 'similar_name'>, number>> = {
  same_email: 100,
  same_phone: 100,
  same_name: 45,
  swapped_name: 40,
  nickname: 40,
  phone_digit: 40,
  phone_end: 30,
  same_box: 30,
  same_domain: 25,
  same_area: 20,
  no_contact: 20,
}

/** Providers where an address says nothing about who else is there. */
const freeMail = new Set(
  `gmail.com outlook.com hotmail.com hotmail.ca live.com live.ca msn.com yahoo.com yahoo.ca ymail.com icloud.com me.com
   mac.com aol.com proton.me protonmail.com gmx.com gmx.net mail.com rogers.com bell.net sympatico.ca shaw.ca telus.net
   videotron.ca cogeco.ca`.split(/\s+/),
)
/** An e-mail name shorter than this is anybody's: info, sales, anna. */
const BOX_LENGTH = 6

const parts = (email: string): [box: string, domain: string] => {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at).replace(/[._-]/g, ''), email.slice(at + 1)]
}

/** How likely two leads are one person, and why. `alike` is the similarity of their whole names, 0 to 1. */
export function likenessOf(a: Compared, b: Compared, alike: number): Likeness {
  const found: [Reason, number][] = []
  const add = (reason: Exclude<Reason, 'similar_name'> | null) => reason && found.push([reason, points[reason]])
  const name = nameReason(a, b)
  if (name) found.push([name, nameIsWhole(a) && nameIsWhole(b) ? points[name] : 20])
  else if (alike >= NAMES_ALIKE) found.push(['similar_name', Math.round(20 + (alike - NAMES_ALIKE) * 66)])
  const addresses = [phoneReason(a, b), emailReason(a, b)]
  // Without a name that fits, neither an area nor a number near it makes one person of two.
  if (found.length === 0 && !addresses.some(reason => reason === 'same_email' || reason === 'same_phone'))
    return { score: 0, reasons: [] }
  for (const reason of addresses) add(reason)
  if (a.area_ids.some(area => b.area_ids.includes(area))) add('same_area')
  if (hasNoContact(a) || hasNoContact(b)) add('no_contact')
  const score = Math.min(
    100,
    found.reduce((sum, [, worth]) => sum + worth, 0),
  )
  return { score, reasons: found.toSorted((x, y) => y[1] - x[1]).map(([reason]) => reason) }
}

const nameIsWhole = ({ first, last }: Compared): boolean => first !== '' && last !== ''
const hasNoContact = ({ emails, phones }: Compared): boolean => emails.length + phones.length === 0

function nameReason(a: Compared, b: Compared): 'same_name' | 'swapped_name' | 'nickname' | null {
  if (a.first === '' && a.last === '') return null
  if (a.first === b.first && a.last === b.last) return 'same_name'
  if (a.first === b.last && a.last === b.first) return 'swapped_name'
  return a.last !== '' && a.last === b.last && isSpokenAs(a.first, b.first) ? 'nickname' : null
}

const anyTwo = (a: readonly string[], b: readonly string[], fits: (x: string, y: string) => boolean): boolean =>
  a.some(x => b.some(y => fits(x, y)))

function phoneReason(a: Compared, b: Compared): 'same_phone' | 'phone_digit' | 'phone_end' | null {
  if (anyTwo(a.phones, b.phones, (x, y) => x === y)) return 'same_phone'
  if (anyTwo(a.phones, b.phones, isMistyped)) return 'phone_digit'
  return anyTwo(a.phones, b.phones, endsAlike) ? 'phone_end' : null
}

function emailReason(a: Compared, b: Compared): 'same_email' | 'same_box' | 'same_domain' | null {
  if (anyTwo(a.emails, b.emails, (x, y) => x === y)) return 'same_email'
  const sameBox = (x: string, y: string) => parts(x)[0].length >= BOX_LENGTH && parts(x)[0] === parts(y)[0]
  if (anyTwo(a.emails, b.emails, sameBox)) return 'same_box'
  const sameDomain = (x: string, y: string) => parts(x)[1] === parts(y)[1] && !freeMail.has(parts(x)[1])
  return anyTwo(a.emails, b.emails, sameDomain) ? 'same_domain' : null
}
