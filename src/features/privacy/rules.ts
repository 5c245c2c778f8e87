/** Bounds of the retention settings: less than a year would erase people who only pause, more than 20 years says nothing. */
export const MIN_RETENTION_MONTHS = 12
export const MAX_RETENTION_MONTHS = 240

/** Years for which a brokerage keeps the records of a trade (Ontario Regulation 579/05, section 19). */
export const TRADE_RECORD_YEARS = 6

/** Why they are kept, as the person is told. */
export const TRADE_REASON = `The law requires a brokerage to keep the records of a trade for ${TRADE_RECORD_YEARS} years.`

/** Tables in the words of people; one that is missing is named by its own name. */
const labels: Readonly<Record<string, string>> = {
  leads: 'The person',
  milestones: 'Entries of the timeline',
  lead_consents: 'Consents',
  lead_requests: 'Requests',
  lead_areas: 'Areas of interest',
  lead_tags: 'Tags',
  lead_pins: 'Pins',
  lead_transfers: 'Transfers',
  lead_arrivals: 'Figures of reports',
  lead_aliases: 'Former addresses and numbers',
  listing_visits: 'Visited homes',
  alert_sends: 'Alerts that were sent',
  note_mentions: 'Mentions in notes',
  audit_entries: 'Entries of the audit log',
  email_messages: 'Texts of e-mails',
  import_rows: 'Rows of imports',
  outbox_messages: 'Copies of e-mails',
}

/** What a table holds, in words: "Showings", "Former addresses and numbers". */
export function labelOf(table: string): string {
  const plain = table.replaceAll('_', ' ')
  return labels[table] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/**
 * Tables whose rows outlive the person they were about: what was counted for agents, proof of how leads were distributed, and the
 * records of trades as long as the law holds them. They no longer say which lead it was. All other rows that refer to a lead go with it.
 */
export const anonymousTables: readonly string[] = [
  'happy_hour_claims',
  'quota_uses',
  'distribution_ledger',
  'deal_clients',
]
