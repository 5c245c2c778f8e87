/** A request or an answer of SIP (RFC 3261). */
export interface SipMessage {
  /** "INVITE sip:101@pbx.test SIP/2.0", or "SIP/2.0 200 OK". */
  start: string
  headers: (readonly [name: string, value: string])[]
  body: string
}

/** The short names of headers. */
const shortNames: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
}

const plain = (name: string): string => {
  const lower = name.toLowerCase()
  return shortNames[lower] ?? lower
}

/** Reads a message; `null` for what only keeps the connection alive. */
export function readMessage(text: string): SipMessage | null {
  if (text.trim() === '') return null
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  return { start, headers, body: rest.join('\r\n\r\n') }
}

export const writeMessage = ({ start, headers, body }: SipMessage): string =>
  `${[start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n${body}`

/** The first header of a name; empty where there is none. */
export const headerOf = ({ headers }: SipMessage, wanted: string): string =>
  headers.find(([name]) => plain(name) === wanted)?.[1] ?? ''

export const withoutFirst = (headers: SipMessage['headers'], wanted: string): SipMessage['headers'] => {
  const at = headers.findIndex(([name]) => plain(name) === wanted)
  return headers.filter((_, index) => index !== at)
}

export const isRequest = ({ start }: SipMessage): boolean => !start.startsWith('SIP/2.0')
export const methodOf = ({ start }: SipMessage): string => start.split(' ')[0] ?? ''
export const targetOf = ({ start }: SipMessage): string => start.split(' ')[1] ?? ''

/** "101" of `"Ada" <sip:101@pbx.test;transport=ws>;tag=1`. */
export const userOf = (address: string): string => decodeURIComponent(/sips?:([^@;>]+)@/i.exec(address)?.[1] ?? '')
export const branchOf = (via: string): string => /;\s*branch=([^;,\s]+)/i.exec(via)?.[1] ?? ''

/** An answer to a request; the far end has a tag of its own from then on. */
export function answerTo(request: SipMessage, status: string, more: SipMessage['headers'] = []): SipMessage {
  const same = ['via', 'from', 'to', 'call-id', 'cseq']
  const headers = request.headers
    .filter(([name]) => same.includes(plain(name)))
    .map(([name, value]) =>
      plain(name) === 'to' && !/;\s*tag=/.test(value)
        ? ([name, `${value};tag=pbx`] as const)
        : ([name, value] as const),
    )
  return { start: `SIP/2.0 ${status}`, headers: [...headers, ...more, ['Content-Length', '0']], body: '' }
}
