import type { Config } from '../../../../platform/server/config.ts'
import { composeEmail, type EmailContent } from '../../../../platform/server/mail/compose.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import { invitationEmail as template } from '../emails/invitation.gen.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'identityName' | 'publicUrl' | 'mode' | 'port'>

/** "You can sign in": where, and with which account. */
export function invitationEmail(
  site: Site,
  { first_name, email }: { first_name: string; email: string },
): EmailContent {
  const url = emailLink(site)
  return composeEmail(
    template,
    { first_name, email, provider: site.identityName, sign_in_url: url ? `${url}/login` : '' },
    emailBrand(site, url),
  )
}
