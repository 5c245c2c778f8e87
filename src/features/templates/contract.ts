import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { Named } from '../leads/contract/record.ts'
import { type PlaceholderName, placeholderNames } from './rules/placeholders.ts'
import { EMAIL_LENGTH, NAME_LENGTH, RESTORE_MINUTES, SUBJECT_LENGTH } from './rules/templates.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    templates: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    template: true
  }
}

/** By which way a template is sent. */
export const TemplatePlatform = z.enum(['text', 'email'])
export type TemplatePlatform = z.output<typeof TemplatePlatform>

/** A text or an e-mail to begin with: the caller's own, a default one of the brokerage, or one for marketing. */
export const Template = z.object({
  id: Id,
  name: z.string(),
  /** Of e-mails; a text is sent without one. */
  subject: z.string(),
  /** With placeholders such as `{{lead_first_name}}`. Of a text as it is, of an e-mail as HTML. */
  content: z.string(),
  platform: TemplatePlatform,
  /** Only for e-mails that need consent from every lead. */
  is_marketing: z.boolean(),
  is_preconstruction: z.boolean(),
  /** Nobody else sees it. */
  is_own: z.boolean(),
  may_change: z.boolean(),
  /** How often it was sent; a default one by everybody together. */
  uses: z.int(),
  uses_this_month: z.int(),
  /** Messages from it that arrived, as far as answers are counted. */
  sent: z.int(),
  /** Those of them to which the lead wrote back within 7 days. */
  answered: z.int(),
  updated_at: Instant,
  /** Who changed it last; `null` when the product brought it. */
  updated_by: z.string().nullable(),
  version: z.int(),
})
export type Template = z.output<typeof Template>

const Templates = z.array(Template)

/** All templates that the caller may use, each list with the most used first. */
export const TemplateLists = z.object({
  defaultText: Templates,
  customText: Templates,
  defaultEmail: Templates,
  customEmail: Templates,
  /** For e-mails that go to many; always of the brokerage. */
  marketing: Templates,
})
export type TemplateLists = z.output<typeof TemplateLists>

/** What the template form sends. */
export const TemplateFields = z.object({
  name: line(NAME_LENGTH).min(1, { error: 'must not be empty' }),
  subject: line(SUBJECT_LENGTH).nullable().optional(),
  content: z
    .string()
    .max(EMAIL_LENGTH, { error: `must be at most ${EMAIL_LENGTH} characters` })
    .refine(text => text.trim() !== '', { error: 'must not be empty' }),
  platform: TemplatePlatform,
  /** For the whole brokerage; only administrators. */
  is_default: z.boolean().optional(),
  /** For e-mails to many, for the whole brokerage; only administrators. */
  is_marketing: z.boolean().optional(),
  /** Of marketing templates: about homes that are not built yet. */
  is_preconstruction: z.boolean().optional(),
})
export type TemplateFields = z.output<typeof TemplateFields>

const valueFields = Object.fromEntries(placeholderNames.map(name => [name, z.string()])) as Record<
  PlaceholderName,
  z.ZodString
>

/** What the placeholders of a template hold for one lead. */
export const FilledPlaceholders = z.object(valueFields)

/** What the caller's own leads lack that templates ask for. */
export const PlaceholderGaps = z.object({
  leads: z.int(),
  without_first_name: z.int(),
  /** The lead who was active last, to show templates on; `null` for whoever has no leads. */
  example: Named.nullable(),
})
export type PlaceholderGaps = z.output<typeof PlaceholderGaps>

const right = 'view_leads'

export const templateCalls = {
  list: read('templates', {
    right,
    output: TemplateLists,
    summary: 'The templates of the caller and of the brokerage, most used first.',
  }),
  create: write('templates', {
    right,
    input: TemplateFields,
    output: Template,
    creates: true,
    summary: 'Adds a template. What stands in double braces and is no placeholder is refused by name.',
  }),
  values: read('templates/values', {
    right,
    input: z.object({ lead_id: Id }),
    output: FilledPlaceholders,
    summary: 'What the placeholders hold for a lead, now.',
  }),
  gaps: read('templates/gaps', {
    right,
    output: PlaceholderGaps,
    summary: 'How many leads of the caller have no first name, for whoever writes to it.',
  }),
  uploadPicture: remote('templates/pictures', {
    right,
    files: 'file',
    output: z.object({
      url: z.string(),
      /** How wide it is shown, in pixels. */
      width: z.int(),
    }),
    creates: true,
    perMinute: 30,
    summary: 'Uploads a picture for an e-mail as `file`. It is scaled, and everybody who has its address can see it.',
  }),
  update: write('templates/:id', {
    right,
    input: TemplateFields.partial(),
    output: Template,
    ignores: Object.keys(Template.shape).filter(key => !(key in TemplateFields.shape)),
    summary: 'Changes a template. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('templates/:id', { right, method: 'DELETE', output: Nothing }),
  restore: write('templates/:id/restore', {
    right,
    output: Template,
    summary: `Brings a deleted template back, within ${RESTORE_MINUTES} minutes.`,
  }),
}
