import type { EmailFields, EmailType } from '../../contract.ts'
import type { When } from './when.ts'

/** What the composer holds. */
export interface EmailDraft extends Record<string, unknown> {
  subject: string
  content: string
  template_id: number | null
  type: EmailType
  when: When
}

/** An e-mail that nothing was written into. */
export const emptyEmail: EmailDraft = { subject: '', content: '', template_id: null, type: 'email', when: 'now' }

/** A kept draft; `null` for what is none. When it goes is chosen anew. */
export function parseEmailDraft(stored: unknown): EmailDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { subject, content, template_id, type } = stored as Partial<Record<keyof EmailDraft, unknown>>
  if (typeof subject !== 'string' || typeof content !== 'string') return null
  return {
    ...emptyEmail,
    subject,
    content,
    template_id: typeof template_id === 'number' ? template_id : null,
    type: type === 'marketing' ? 'marketing' : 'email',
  }
}

/** Whether there is enough to send. */
export const isWhole = ({ subject, content }: Pick<EmailDraft, 'subject' | 'content'>): boolean =>
  subject.trim() !== '' && content.trim() !== ''

/** What a draft says, as it is sent. */
export const fieldsOf = ({ subject, content, template_id }: EmailDraft): EmailFields => ({
  subject,
  content,
  template_id,
})
