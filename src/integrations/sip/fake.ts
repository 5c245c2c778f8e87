import { createHash, randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import {
  answerTo,
  branchOf,
  headerOf,
  isRequest,
  methodOf,
  readMessage,
  type SipMessage,
  targetOf,
  userOf,
  withoutFirst,
  writeMessage,
} from './fakeMessage.ts'

/** What stands in for a telephone system. */
export interface FakeTelephoneSystem {
  /** As `SIP_WS_URL` names it. */
  url: string
  /** Whether somebody is registered as an extension, or as a number. */
  isRegistered(user: string): boolean
  /** The requests that came, such as "INVITE 101", from the oldest to the newest. */
  readonly heard: readonly string[]
  /** Breaks all connections and takes no new ones, or takes them again. */
  setReachable(isReachable: boolean): void
  close(): Promise<void>
}

interface Options {
  /** What addresses end in. */
  domain: string
  /** The password of a name; `null` for a name that is not known. */
  passwordOf(name: string): string | null
}

interface Contact {
  /** Where its requests go: sip:x@y.invalid;transport=ws. */
  address: string
  socket: WebSocket
}

/**
 * Starts it: it registers whoever knows their password (Digest, MD5), and passes on between those whom it knows what they say to one
 * another, as a proxy does that remembers nothing of calls. Their sound goes from one to the other.
 */
export async function serveFakeTelephoneSystem(options: Options): Promise<FakeTelephoneSystem> {
  let isReachable = true
  const sockets = new Set<WebSocket>()
  const relay = new Relay(options)
  const server = new WebSocket.Server({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: protocols => (protocols.includes('sip') ? 'sip' : false),
    verifyClient: () => isReachable,
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      relay.forget(socket)
    })
    socket.on('message', data => {
      const message = readMessage(data.toString())
      if (message) relay.take(message, socket)
    })
  })
  await new Promise<void>(resolve => server.once('listening', resolve))
  const breakAll = () => {
    for (const socket of sockets) socket.terminate()
  }
  return {
    url: `ws://127.0.0.1:${server.address().port}`,
    isRegistered: user => relay.contacts.has(user),
    heard: relay.heard,
    setReachable(is) {
      isReachable = is
      if (!is) breakAll()
    },
    close: () =>
      new Promise(resolve => {
        breakAll()
        server.close(resolve)
      }),
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

class Relay {
  readonly contacts = new Map<string, Contact>()
  readonly heard: string[] = []
  readonly #options: Options
  readonly #nonce = randomBytes(8).toString('hex')
  /** Where answers go, by the branch under which a request was passed on. */
  readonly #askers = new Map<string, WebSocket>()

  constructor(options: Options) {
    this.#options = options
  }

  forget(socket: WebSocket): void {
    for (const [user, contact] of this.contacts) if (contact.socket === socket) this.contacts.delete(user)
  }

  take(message: SipMessage, from: WebSocket): void {
    if (isRequest(message)) this.#takeRequest(message, from)
    else this.#passBack(message)
  }

  #takeRequest(message: SipMessage, from: WebSocket): void {
    const method = methodOf(message)
    this.heard.push(`${method} ${userOf(method === 'REGISTER' ? headerOf(message, 'to') : targetOf(message))}`)
    const isNewCall = method === 'INVITE' && !/;\s*tag=/.test(headerOf(message, 'to'))
    // Confirms what was answered here.
    if (method === 'ACK' && headerOf(message, 'to').endsWith('tag=pbx')) return
    if ((method === 'REGISTER' || isNewCall) && !this.#isProven(message)) this.#challenge(message, from)
    else if (method === 'REGISTER') this.#register(message, from)
    else this.#passOn(message, from)
  }

  #challenge(request: SipMessage, from: WebSocket): void {
    const question = `Digest realm="${this.#options.domain}", nonce="${this.#nonce}", algorithm=MD5, qop="auth"`
    const [status, name] =
      methodOf(request) === 'REGISTER'
        ? ['401 Unauthorized', 'WWW-Authenticate']
        : ['407 Proxy Authentication Required', 'Proxy-Authenticate']
    from.send(writeMessage(answerTo(request, status, [[name, question]])))
  }

  #isProven(request: SipMessage): boolean {
    const given = headerOf(request, 'authorization') || headerOf(request, 'proxy-authorization')
    const field = (name: string) => new RegExp(`\\b${name}="?([^",]+)"?`).exec(given)?.[1] ?? ''
    const password = this.#options.passwordOf(field('username'))
    if (password === null || field('nonce') !== this.#nonce) return false
    const who = md5(`${field('username')}:${this.#options.domain}:${password}`)
    const what = md5(`${methodOf(request)}:${field('uri')}`)
    return field('response') === md5([who, this.#nonce, field('nc'), field('cnonce'), field('qop'), what].join(':'))
  }

  #register(request: SipMessage, from: WebSocket): void {
    const user = userOf(headerOf(request, 'to'))
    const contact = headerOf(request, 'contact')
    const address = /<([^>]+)>/.exec(contact)?.[1]
    const expires = Number(/;\s*expires=(\d+)/.exec(contact)?.[1] ?? headerOf(request, 'expires'))
    if (!address || expires === 0) this.contacts.delete(user)
    else this.contacts.set(user, { address, socket: from })
    const kept = address && expires > 0 ? ([['Contact', `<${address}>;expires=${expires}`]] as const) : []
    from.send(writeMessage(answerTo(request, '200 OK', [...kept])))
  }

  /** Requests of a call that is on go to the address that a side gave; others to an extension. */
  #passOn(request: SipMessage, from: WebSocket): void {
    const user = userOf(targetOf(request))
    const to = this.contacts.get(user) ?? [...this.contacts.values()].find(({ address }) => userOf(address) === user)
    if (!to) {
      from.send(writeMessage(answerTo(request, '404 Not Found')))
      return
    }
    // A request is canceled, and its refusal confirmed, under its own branch.
    const branch = `z9hG4bK-pbx-${md5(branchOf(headerOf(request, 'via')))}`
    this.#askers.set(branch, from)
    const via = ['Via', `SIP/2.0/WS ${this.#options.domain};branch=${branch}`] as const
    const start = `${methodOf(request)} ${to.address} SIP/2.0`
    to.socket.send(writeMessage({ ...request, start, headers: [via, ...request.headers] }))
  }

  #passBack(answer: SipMessage): void {
    const asker = this.#askers.get(branchOf(headerOf(answer, 'via')))
    asker?.send(writeMessage({ ...answer, headers: withoutFirst(answer.headers, 'via') }))
  }
}
