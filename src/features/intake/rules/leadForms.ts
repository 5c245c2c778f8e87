import { z } from 'zod'
import { type ReadEvents, readEvents } from './events.ts'
import { cleanValue, emailIn, phoneIn, splitName } from './mailFields.ts'
import { instantOf } from './mapping.ts'

/** An answer of a lead form: `name` says what was asked in the words of the platform, `label` in those of the form. */
interface Answer {
  name: string
  label: string
  value: string
}

/** A lead as the forms of Google and Facebook have it. */
interface FormLead {
  id: string
  at: string
  utm: { source: string; campaign: string | null; content: string | null }
  answers: readonly Answer[]
}

const asked: Readonly<Record<string, 'full' | 'first' | 'last' | 'email' | 'phone' | 'area'>> = {
  full_name: 'full',
  first_name: 'first',
  last_name: 'last',
  email: 'email',
  work_email: 'email',
  phone_number: 'phone',
  phone: 'phone',
  work_phone: 'phone',
  work_phone_number: 'phone',
  city: 'area',
}

/** The event of a lead form. What is neither a name nor a contact is in the message, question by question. */
function eventOfForm({ id, at, utm, answers }: FormLead) {
  const known = (kind: string) => answers.find(({ name }) => asked[name] === kind)?.value ?? ''
  const full = splitName(known('full'))
  const others = answers.filter(({ name }) => !Object.hasOwn(asked, name))
  const area = cleanValue(known('area')).slice(0, 100)
  return {
    source_event_id: id,
    type: 'contact_agent',
    occurred_at: at,
    person: {
      first_name: (cleanValue(known('first')) || full.first_name).slice(0, 100) || null,
      last_name: (cleanValue(known('last')) || full.last_name).slice(0, 100) || null,
      email: emailIn(known('email')),
      phone: phoneIn(known('phone')),
    },
    data: {
      message:
        others
          .map(({ label, value }) => `${label}: ${value}`)
          .join('\n')
          .slice(0, 5000) || null,
      areas: area === '' ? null : [area],
      utm: { source: utm.source, medium: 'lead form', campaign: utm.campaign, content: utm.content },
    },
  }
}

const Text = z.union([z.string(), z.number()]).transform(String)

/** What Google Ads posts for a lead form. Fields that are not listed are new ones, and ignored as Google asks. */
export const GoogleLead = z.object({
  google_key: z.string(),
  lead_id: Text.pipe(z.string().min(1).max(200)),
  is_test: z.boolean().nullish(),
  lead_submit_time: z.string().nullish(),
  campaign_id: Text.nullish(),
  creative_id: Text.nullish(),
  user_column_data: z
    .array(
      z.object({
        column_id: z.string().nullish(),
        column_name: z.string().nullish(),
        string_value: z.string().nullish(),
      }),
    )
    .max(100)
    .default([]),
})

/** The event of a lead of Google Ads; one that somebody sends from its screen to try the connection makes none. */
export function readGoogleLead(body: unknown, now: Date): ReadEvents {
  const read = GoogleLead.safeParse(body)
  if (!read.success) return readEvents({ events: [{ source_event_id: null }] })
  const {
    lead_id,
    is_test,
    user_column_data,
    campaign_id = null,
    creative_id = null,
    lead_submit_time = null,
  } = read.data
  if (is_test) return { accepted: [], results: [], isBatch: false }
  const answers = user_column_data.flatMap(({ column_id, column_name, string_value }) =>
    string_value
      ? [{ name: (column_id ?? '').toLowerCase(), label: column_name || column_id || 'Answer', value: string_value }]
      : [],
  )
  const utm = { source: 'google', campaign: campaign_id, content: creative_id }
  return readEvents({ events: [eventOfForm({ id: lead_id, at: instantOf(lead_submit_time, now), utm, answers })] })
}

/** What Facebook tells of a lead: no more than its id. */
export const LeadNotice = z.object({
  leadgen_id: Text.pipe(z.string().regex(/^\d{1,40}$/)),
  page_id: Text,
  form_id: Text.nullish(),
  ad_id: Text.nullish(),
  created_time: z.union([z.number(), z.string()]).nullish(),
})
export type LeadNotice = z.output<typeof LeadNotice>

const PageNotice = z.object({
  object: z.literal('page'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]) })),
})

/** The leads that a notice of Facebook is about; a notice about anything else has none. */
export function noticesIn(body: unknown): LeadNotice[] {
  const read = PageNotice.safeParse(body)
  if (!read.success) return []
  return read.data.entry.flatMap(({ changes }) =>
    changes.flatMap(({ field, value }) => {
      const notice = field === 'leadgen' ? LeadNotice.safeParse(value).data : undefined
      return notice ? [notice] : []
    }),
  )
}

/** The same notice about one lead only. */
export const noticeOf = (notice: LeadNotice): object => ({
  object: 'page',
  entry: [{ id: notice.page_id, changes: [{ field: 'leadgen', value: notice }] }],
})

/** A lead as it is read from Facebook. */
export interface FacebookAnswers {
  id: string
  created_time: string
  ad_id?: string | null | undefined
  campaign_id?: string | null | undefined
  field_data: readonly { name: string; values: readonly string[] }[]
}

/** The event of a lead of Facebook. */
export function readFacebookLead(lead: FacebookAnswers, now: Date): ReadEvents {
  const answers = lead.field_data.flatMap(({ name, values }) =>
    values.length === 0
      ? []
      : [{ name: name.toLowerCase(), label: name.replaceAll('_', ' '), value: values.join(', ') }],
  )
  const utm = { source: 'facebook', campaign: lead.campaign_id ?? null, content: lead.ad_id ?? null }
  return readEvents({ events: [eventOfForm({ id: lead.id, at: instantOf(lead.created_time, now), utm, answers })] })
}
