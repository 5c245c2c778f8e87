import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { LeadRow } from '../../leads/contract/record.ts'
import { rolesString, statusLabel } from '../../leads/rules.ts'
import type { RequestKind } from '../../requests/rules.ts'
import { type ExportColumn, exportColumns } from './columns.ts'

/** What a cell holds before it is written: text, a number, yes or no, or nothing. Times are instants. */
type Value = string | number | boolean | null

/** A lead with what it asked for, newest first; nobody reads requests for a file that does not name them. */
export interface ExportedLead extends LeadRow {
  requests: readonly { kind: RequestKind; address: string; price: number | null; created_at: string }[]
}

const asked: Readonly<Record<RequestKind, string>> = {
  viewing: 'Viewing of',
  offer: 'Offer on',
  sell: 'Selling',
}
const dollars = new Intl.NumberFormat('en-CA')

/** "Offer on 47 Niagara St for $870,000 (2026-11-21)"; the day is that of `zone`. */
function requestText({ kind, address, price, created_at }: ExportedLead['requests'][number], zone: string): string {
  const day = lightFormat(new TZDate(new Date(created_at).getTime(), zone), 'yyyy-MM-dd')
  return `${asked[kind]} ${address}${price === null ? '' : ` for $${dollars.format(price)}`} (${day})`
}

const known = (stated: number | null, searched: number | null): number | null => stated || searched || null
const sentence = (word: string) => word.replace(/_/g, ' ').replace(/^./, character => character.toUpperCase())

const values: Record<ExportColumn, (lead: ExportedLead, zone: string) => Value> = {
  first_name: lead => lead.first_name,
  last_name: lead => lead.last_name,
  name: lead => lead.name,
  email: lead => lead.email,
  phone: lead => lead.phone,
  occupation: lead => lead.occupation,
  language: lead => lead.language,
  id: lead => lead.id,
  status: lead => statusLabel(lead.status_value),
  type: lead => rolesString(lead.roles),
  score: lead => lead.lead_score,
  tags: lead => lead.tags.map(tag => tag.name).join(', '),
  agent: lead => lead.agent?.name ?? null,
  claimed_at: lead => lead.claimed_at,
  last_contacted_at: lead => lead.last_contacted_at,
  open_tasks: lead => lead.open_tasks,
  primary_area: lead => lead.primary_area,
  areas: lead => [...lead.primary_areas, ...lead.all_areas].join(', '),
  price_from: lead => known(lead.stated_price_min, lead.searches_price_min),
  price_to: lead => known(lead.stated_price_max, lead.searches_price_max),
  viewing_request: lead => lead.has_viewing_request,
  offer_request: lead => lead.has_offer_request,
  sell_request: lead => lead.has_sell_request,
  requests: (lead, zone) => lead.requests.map(request => requestText(request, zone)).join('; '),
  source: lead => sentence(lead.source),
  sites: lead => lead.sites_string,
  created_at: lead => lead.created_at,
  signup_attempts: lead => lead.signup_attempts,
  last_active_at: lead => lead.last_active_at,
  consent: lead => sentence(lead.consent_email),
  alerts: lead => lead.subscriptions.alert,
  newsletter: lead => lead.subscriptions.newsletter,
  mailing_status: lead => sentence(lead.delivra_account.member_type),
  marketing_eligible: lead => lead.marketing_eligible,
}

/** The longest text that a cell of a spreadsheet takes. */
const LONGEST = 32_767
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const BEGINS_A_FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^-\d+(?:\.\d+)?$/
const PHONE = /^\+\d(?: ?\d){4,}$/

/**
 * Text that no spreadsheet takes for a formula. What begins with `=`, `+`, `-`, `@` (also their full-width forms), a tab
 * or a line break gets an apostrophe in front. Two kinds cannot do anything and stay as they are, so that they remain
 * usable: a negative number (`-12.5`), and a phone number of digits and single spaces (`+1 416 555 0123`).
 */
export function harmless(given: string): string {
  const text = given
    .replace(UNWRITABLE, '')
    .toWellFormed()
    .slice(0, LONGEST - 1)
  return BEGINS_A_FORMULA.test(text) && !NUMBER.test(text) && !PHONE.test(text) ? `'${text}` : text
}

/** A number in the form that people and imports read, and spreadsheets leave alone: `+1 416 555 0123`. */
const phoneText = (stored: string): string =>
  parsePhoneNumberFromString(stored)
    ?.formatInternational()
    .replace(/[^\d+]+/g, ' ') ?? stored

/** A cell as it is written; a time is the time on the wall of `zone`. */
export type Cell = string | number | Date | null

/** The cell of a lead. */
export function cellOf(lead: ExportedLead, name: ExportColumn, zone: string): Cell {
  const value = values[name](lead, zone)
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value
  const { kind } = exportColumns[name]
  if (kind === 'time') return wallTime(value, zone)
  return harmless(kind === 'phone' ? phoneText(value) : value)
}

/** Spreadsheets know no zones: their times are those of the wall, which UTC stands for here. */
function wallTime(instant: string, zone: string): Date {
  const there = new TZDate(new Date(instant).getTime(), zone)
  return new Date(`${lightFormat(there, "yyyy-MM-dd'T'HH:mm:ss")}Z`)
}

/** The same cell as a CSV file has it. */
export const cellText = (cell: Cell): string | number =>
  cell instanceof Date ? cell.toISOString().slice(0, 16).replace('T', ' ') : (cell ?? '')
