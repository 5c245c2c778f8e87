import type { QueryContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { composeEmail, type EmailContent, type EmailSource } from '../../../../platform/server/mail/compose.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'
import { cleanContent } from '../../../templates/server/commands/content.ts'
import { isSendable, renderEmail, writtenEmail, writtenValues } from '../../../templates/server/commands/render.ts'
import { requireKnownPlaceholders } from '../../../templates/server/commands/write.ts'
import type { EmailFields } from '../../contract.ts'

/**
 * What somebody wrote, with their signature below, without anything that an e-mail does not hold, and rendered. Refuses unknown
 * placeholders by name.
 */
export function renderWritten(
  { subject, content }: Pick<EmailFields, 'subject' | 'content'>,
  signature = '',
): {
  content: string
  source: EmailSource
} {
  requireKnownPlaceholders({ subject, content })
  const written = cleanContent(content)
  if (written === '') throw invalid({ content: ['content must not be empty'] })
  const clean = written + signature
  const source = renderEmail({ subject, content: clean })
  if (!isSendable(source))
    throw invalid({ content: ['A placeholder cannot stand in the address of a link or a picture.'] })
  return { content: clean, source }
}

interface Filling {
  source: EmailSource
  values: PlaceholderValues
  /** Where the product is found. */
  base: string
  /** Of a commercial e-mail: why the lead gets it, and where that ends. */
  footer: { reason: string; unsubscribe_url: string } | null
}

/** An e-mail as it goes out to one lead. A commercial one says who it is from, where they are, and how it ends. */
export function filledEmail({ config }: QueryContext, { source, values, base, footer }: Filling): EmailContent {
  const postal_address = [config.siteName, config.postalAddress].filter(Boolean).join(', ')
  const filled = writtenValues(source, values, footer ? { ...footer, postal_address } : undefined)
  return composeEmail(writtenEmail(source, base), filled, emailBrand(config, base))
}
