import { createHash, createHmac } from 'node:crypto'

/** What a request is signed over. */
export interface SignedRequest {
  method: string
  /** Path with query, decoded: the address that travels is encoded, the signed one is not. */
  uri: string
  /** As `signedDate` writes it. */
  date: string
  /** The exact bytes that travel. */
  body: string
}

/** MD5 of the body in base64; of no body that of nothing. */
export const contentMd5 = (body: string): string => createHash('md5').update(body).digest('base64')

/** HMAC-SHA256 in lower-case hexadecimal digits, the form of WolfConnect. */
export const hashed = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** The signature of a request over `METHOD:URI:Date:Content-MD5`, as WolfConnect asks for it. */
export const signatureOf = ({ method, uri, date, body }: SignedRequest, secret: string): string =>
  hashed(`${method}:${uri}:${date}:${contentMd5(body)}`, secret)

/** A moment as WolfConnect signs it: 2026-11-23-20-45-33-554Z. */
export const signedDate = (at: Date): string => at.toISOString().replace(/[T:.]/g, '-')

/** The moment of a signed date; not a number for any other text. */
export function momentOf(date: string): number {
  const [, day, hour, minute, second, rest] = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(date) ?? []
  return day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}.${rest}Z`)
}
