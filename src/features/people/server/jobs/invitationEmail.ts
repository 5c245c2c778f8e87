import type { Config } from '../../../../platform/server/config.ts'
import { emailAccents, emailLink, renderEmail } from '../../../../platform/server/mail/email.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'identityName' | 'publicUrl' | 'mode' | 'port'>

/** "You can sign in": where, and with which account. */
export function invitationEmail(
  site: Site,
  { first_name, email }: { first_name: string; email: string },
): { subject: string; html: string; text: string } {
  const { siteName, identityName, brand } = site
  const heading = `You can sign in to ${siteName}`
  const url = emailLink(site)
  const message = renderEmail({
    heading,
    paragraphs: [
      `Hello ${first_name},`,
      `You now have an account. Sign in with your ${identityName} account for ${email}; you don’t need a new password.`,
    ],
    action: url ? { label: 'Sign in', url: `${url}/login` } : null,
    footer: `You are receiving this because an administrator of ${siteName} added this address. If that was a mistake, you can ignore this e-mail: nobody else can use the account.`,
    accent: emailAccents[brand],
  })
  return { subject: heading, ...message }
}
