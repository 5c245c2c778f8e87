import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import { countTraces, eraseTraces, readTraces, type TraceCounts, type TraceRows } from '../queries/traces.ts'

/** By what a person is known: e-mail addresses and phone numbers, in any usual format. */
export interface PersonContacts {
  addresses: readonly string[]
  numbers: readonly string[]
}

const NONE: TraceCounts = { intake_deliveries: 0, intake_mails: 0, intake_events: 0 }

/**
 * How many rows of Intake hold one of these addresses or numbers without belonging to a lead: requests as they came, mails,
 * and events. Rows that refer to a lead by `lead_id` are counted among mails only.
 */
export async function countIntakeOf(ctx: QueryContext, person: PersonContacts): Promise<TraceCounts> {
  const pattern = patternOf(person)
  return pattern === null ? NONE : countTraces(ctx, pattern)
}

/** Those rows that belong to no lead, by table. */
export async function intakeOf(ctx: QueryContext, person: PersonContacts): Promise<TraceRows> {
  const pattern = patternOf(person)
  return pattern === null ? { intake_deliveries: [], intake_mails: [], intake_events: [] } : readTraces(ctx, pattern)
}

/** Deletes those rows; answers how many there were, by table. What a lead owns goes with the lead. */
export async function eraseIntakeOf(ctx: Change, person: PersonContacts): Promise<TraceCounts> {
  const pattern = patternOf(person)
  if (pattern === null) return NONE
  const counts = await eraseTraces(ctx, pattern)
  ctx.changed('intake', [], ['right:is_admin'])
  return counts
}

/**
 * A regular expression of PostgreSQL (to be matched regardless of case) for text that holds one of these addresses or
 * numbers, however it is written; `null` when there are none.
 */
function patternOf({ addresses, numbers }: PersonContacts): string | null {
  const patterns = [...addresses.flatMap(patternOfAddress), ...numbers.flatMap(patternOfNumber)]
  return patterns.length === 0 ? null : [...new Set(patterns)].join('|')
}

const literal = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, character => `\\${character}`)

/** What ends in a letter or a digit and is none: escapes of JSON, before what is looked for. */
const AFTER_ESCAPE = String.raw`(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4})`
/** As in text, in JSON, in an address of the web, and in a mail. */
const AT = String.raw`(?:@|\\u0040|%40|=40)`

function patternOfAddress(address: string): string[] {
  const folded = foldEmail(address)
  if (folded === null) return []
  const at = folded.lastIndexOf('@')
  const [box, domain] = [folded.slice(0, at), folded.slice(at + 1)]
  const found =
    domain === 'gmail.com'
      ? `${[...box].map(literal).join('\\.?')}(?:\\+[^@[:space:]"]{0,64})?${AT}(?:gmail|googlemail)\\.com`
      : `${literal(box)}${AT}${literal(domain)}`
  return [`(?:(?<![[:alnum:]._%+'-])|${AFTER_ESCAPE})${found}(?![[:alnum:]-]|\\.[[:alnum:]])`]
}

/** What people write between the digits of a number. */
const BETWEEN = '[ ()./\u00a0\u2013-]{0,3}'
/** With fewer digits, texts would match that mean something else. */
const MIN_DIGITS = 7

const spaced = (digits: string): string => [...digits].join(BETWEEN)

function patternOfNumber(number: string): string[] {
  const parsed = parsePhoneNumberFromString(phoneAsE164(number) ?? '')
  const digits = parsed ? String(parsed.nationalNumber) : number.replace(/\D/g, '')
  if (digits.length < MIN_DIGITS) return []
  const prefix = parsed ? `(?:(?:00)?${spaced(String(parsed.countryCallingCode))}${BETWEEN}|0${BETWEEN})?` : ''
  return [`(?:(?<![0-9])|${AFTER_ESCAPE})${prefix}${spaced(digits)}(?![0-9])`]
}
