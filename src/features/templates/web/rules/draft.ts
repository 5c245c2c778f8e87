import { z } from 'zod'
import type { Template, TemplatePlatform } from '../../contract.ts'

const Draft = z.object({
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  is_marketing: z.boolean(),
  is_preconstruction: z.boolean(),
  /** What an edit started from. */
  version: z.int(),
})
/** What stands in the form of a template. */
export type TemplateDraft = z.output<typeof Draft>

export const emptyTemplate: TemplateDraft = {
  name: '',
  subject: '',
  content: '',
  is_marketing: false,
  is_preconstruction: false,
  version: 0,
}

/** Reads a draft that was saved on the device. */
export const parseTemplateDraft = (stored: unknown): TemplateDraft | null => Draft.safeParse(stored).data ?? null

/** A template as the form edits it. */
export const draftOf = (template: Template): TemplateDraft => Draft.parse(template)

/** Under which name a new template is saved on the device until it is sent. */
export const newTemplateName = (platform: TemplatePlatform): string => `template-new-${platform}`
