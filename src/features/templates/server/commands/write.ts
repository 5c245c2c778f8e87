import { invalid } from '../../../../platform/server/errors.ts'
import type { Template } from '../../contract.ts'
import { placeholderProblems } from '../../rules/placeholders.ts'
import { TEXT_LENGTH } from '../../rules/templates.ts'
import type { WrittenTemplate } from '../queries/templates.ts'
import { cleanContent } from './content.ts'
import { isSendable, renderEmail } from './render.ts'

interface WantedTemplate extends Pick<Template, 'name' | 'content' | 'platform'> {
  subject?: string | null
  is_preconstruction?: boolean
}

/** What is stored of a template that somebody wrote, its e-mail rendered. Refuses unknown placeholders by name. */
export function writtenTemplate({ name, platform, is_preconstruction, ...wanted }: WantedTemplate): WrittenTemplate {
  const subject = wanted.subject ?? ''
  requireKnownPlaceholders({ subject, content: wanted.content })
  const plain = { name, subject, is_preconstruction: is_preconstruction ?? false }
  if (platform === 'text') {
    if (wanted.content.length > TEXT_LENGTH)
      throw invalid({ content: [`A text must be at most ${TEXT_LENGTH} characters.`] })
    return { ...plain, content: wanted.content, mail_html: null, mail_text: null }
  }
  if (/(href|src)\s*=\s*["'][^"']*\{\{/i.test(wanted.content)) throw invalid({ content: [inAddress] })
  const content = cleanContent(wanted.content)
  // Once more: what was spelled so that it looked like text is a placeholder now.
  requireKnownPlaceholders({ content })
  if (content === '') throw invalid({ content: ['content must not be empty'] })
  const email = renderEmail({ subject, content })
  if (!isSendable(email)) throw invalid({ content: [inAddress] })
  return { ...plain, content, mail_html: email.html, mail_text: email.text }
}

const inAddress = 'A placeholder cannot stand in the address of a link or a picture.'

/** Refuses, by name and field, what looks like a placeholder and is none. */
export function requireKnownPlaceholders(texts: Readonly<Record<string, string>>): void {
  const problems = Object.entries(texts).flatMap(([field, text]) => {
    const found = placeholderProblems(text)
    return found.length > 0 ? [[field, found] as const] : []
  })
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
}
