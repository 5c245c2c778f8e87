import { createRequire } from 'node:module'

/** The package's own module of hooks: its main file would load the client of every product that Twilio has. */
const { validateRequest, validateRequestWithBody } = createRequire(import.meta.url)(
  'twilio/lib/webhooks/webhooks.js',
) as typeof import('twilio/lib/webhooks/webhooks.js')

/** The fields of a form, without trimming anything: Twilio signs every space. A field that is there twice is a list. */
export type HookFields = Readonly<Record<string, string | string[]>>

/** A request that says it is from Twilio, as it came. */
export interface SignedRequest {
  /** The address that Twilio was given: the public one, with its query, exactly as written there. */
  url: string
  /** The header `X-Twilio-Signature`; `undefined` when there is none. */
  signature: string | undefined
  contentType: string
  body: string
}

/** The fields of a form-encoded body. */
export function fieldsOf(body: string): HookFields {
  const all = new URLSearchParams(body)
  return Object.fromEntries(
    [...new Set(all.keys())].map(name => {
      const values = all.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/**
 * Whether a request was signed with one of these tokens. Twilio signs with the primary token of the account alone; while
 * that is being replaced, the one before and the one after are both accepted. Of a JSON body the address has a hash.
 */
export function isFromTwilio(
  authTokens: readonly string[],
  { url, signature, contentType, body }: SignedRequest,
): boolean {
  if (!signature) return false
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  return authTokens.some(token =>
    isForm
      ? validateRequest(token, signature, url, fieldsOf(body))
      : body === ''
        ? validateRequest(token, signature, url, {})
        : validateRequestWithBody(token, signature, url, body),
  )
}
