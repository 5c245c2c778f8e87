/**
 * Whether pages of an origin (`https://www.brokerage.example`) belong to a site of this domain: the domain itself and those below
 * it, over TLS.
 */
export function isOriginOf(domain: string, origin: string): boolean {
  const url = URL.parse(origin)
  if (!url || url.origin !== origin || url.protocol !== 'https:') return false
  const own = domain.toLowerCase()
  return own.includes('.') && (url.hostname === own || url.hostname.endsWith(`.${own}`))
}

/** The line that a site has in its pages; `origin` is that of Keyturn. */
export const scriptTag = (origin: string, publicKey: string): string =>
  `<script async src="${origin}/site/keyturn.js" data-key="${publicKey}"></script>`

/** Where a form should be on a page of the site. */
export const FORM_TAG = '<div data-keyturn-form="contact_agent"></div>'
