import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { MAX_MAIL_BYTES } from './parse.ts'

/** A message as it came over the socket. */
export interface TakenMail {
  from: string
  /** Everybody it was handed over for. */
  to: readonly string[]
  source: Buffer
}

/** A mail server that runs. */
export interface DemoMail {
  /** For `MAIL_URL`. */
  url: string
  close(): Promise<void>
}

interface DemoMailOptions {
  /** Resolves once the message is kept; rejects when the sender shall try again. */
  onMail(mail: TakenMail): Promise<void>
  /** The reply to a recipient who is refused, such as `550 5.1.1 …`; `null` for everybody else. */
  refuses?(address: string): string | null
}

const CLOSE_MS = 1000

/** Names by which anybody can see what becomes of mail that cannot be delivered. */
const refusals: Readonly<Record<string, string>> = {
  nobody: '550 5.1.1 The mailbox does not exist',
  full: '452 4.2.2 The mailbox is full',
}

/** The replies of the demo: `nobody@…` has no mailbox, that of `full@…` is full. */
const refusalOf = (address: string): string | null => refusals[address.split('@')[0] ?? ''] ?? null

/** Starts an SMTP server that only this machine reaches, on a free port. */
export async function serveDemoMail({ onMail, refuses = refusalOf }: DemoMailOptions): Promise<DemoMail> {
  const server = new SMTPServer({
    name: 'demo',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, _session, done) {
      const reply = refuses(address)
      done(reply === null ? null : replyWith(reply))
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      readAll(stream)
        .then(source => {
          if (stream.sizeExceeded) throw replyWith('552 5.3.4 The message is too large')
          return onMail({ from, to, source })
        })
        .then(
          () => done(null, 'The message is in the outbox'),
          error => done('responseCode' in error ? error : replyWith('451 4.3.0 The message could not be kept')),
        )
    },
  })
  // A sender that hangs up in the middle is no error of the server.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise(resolve => server.close(resolve)) }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function replyWith(reply: string): Error & { responseCode: number } {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}
