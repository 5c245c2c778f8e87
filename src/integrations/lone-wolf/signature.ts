import { createHash, createHmac } from 'node:crypto'

/** What a request is signed over. */
export interface SignedRequest {
  method: string
  /** Path with query. */
  uri: string
  /** The `Date` header. */
  date: string
  /** The exact bytes that travel. */
  body: string
}

/** MD5 of the body in base64; of no body that of nothing. */
export const contentMd5 = (body: string): string => createHash('md5').update(body).digest('base64')

/** HMAC-SHA256 over `METHOD:URI:Date:Content-MD5`, as WolfConnect asks for it. */
export const signatureOf = ({ method, uri, date, body }: SignedRequest, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${method}:${uri}:${date}:${contentMd5(body)}`)
    .digest('base64')
