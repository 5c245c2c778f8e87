/** How a column is written: as text, as a number that can be added up, or as a time that can be sorted. */
export type ColumnKind = 'text' | 'phone' | 'number' | 'money' | 'time' | 'yesno'

interface ExportColumnFacts {
  heading: string
  group: string
  kind: ColumnKind
}

const column = (group: string, heading: string, kind: ColumnKind = 'text'): ExportColumnFacts => ({
  group,
  heading,
  kind,
})

/** Everything of a lead that can be exported, in the order in which it is offered. */
export const exportColumns = {
  first_name: column('Person', 'First name'),
  last_name: column('Person', 'Last name'),
  name: column('Person', 'Full name'),
  email: column('Person', 'E-mail'),
  phone: column('Person', 'Phone', 'phone'),
  occupation: column('Person', 'Occupation'),
  language: column('Person', 'Language'),
  id: column('Person', 'Lead number', 'number'),
  status: column('Work', 'Status'),
  type: column('Work', 'Type'),
  score: column('Work', 'Score', 'number'),
  tags: column('Work', 'Tags'),
  agent: column('Work', 'Agent'),
  claimed_at: column('Work', 'Claimed', 'time'),
  last_contacted_at: column('Work', 'Last contacted', 'time'),
  open_tasks: column('Work', 'Open tasks', 'number'),
  primary_area: column('Interest', 'Primary area'),
  areas: column('Interest', 'All areas'),
  price_from: column('Interest', 'Price from', 'money'),
  price_to: column('Interest', 'Price to', 'money'),
  viewing_request: column('Interest', 'Asked for a viewing', 'yesno'),
  offer_request: column('Interest', 'Asked to offer', 'yesno'),
  sell_request: column('Interest', 'Asked to sell', 'yesno'),
  requests: column('Interest', 'Requests'),
  source: column('Origin', 'Source'),
  sites: column('Origin', 'Sites'),
  created_at: column('Origin', 'Signed up', 'time'),
  signup_attempts: column('Origin', 'Sign-ups', 'number'),
  last_active_at: column('Origin', 'Last active', 'time'),
  consent: column('Marketing', 'E-mail consent'),
  alerts: column('Marketing', 'Gets alerts', 'yesno'),
  newsletter: column('Marketing', 'Gets the newsletter', 'yesno'),
  mailing_status: column('Marketing', 'Mailing status'),
  marketing_eligible: column('Marketing', 'May get marketing', 'yesno'),
} as const satisfies Record<string, ExportColumnFacts>

export type ExportColumn = keyof typeof exportColumns

/** The names of all columns. */
export const exportColumnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]]

/** What is exported when nobody chose. */
export const usualColumns: readonly ExportColumn[] = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'type',
  'score',
  'tags',
  'agent',
  'primary_area',
  'price_from',
  'price_to',
  'source',
  'created_at',
  'last_active_at',
  'last_contacted_at',
]
