import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, demoAccounts } from '../features/people/contract/demoAccounts.ts'
import { type Config, ConfigError } from '../platform/server/config.ts'
import { NewerDatabaseError } from '../platform/server/database/migrate.ts'
import { errorCode, StartError } from '../platform/server/start-error.ts'

const byCode: Record<string, string> = {
  EACCES: 'This user may not listen on that port. Set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine. Set HOST to 0.0.0.0 or 127.0.0.1.',
  ECONNREFUSED: 'The database at DATABASE_URL does not answer. Is it running, and are the host and port right?',
  ECONNRESET: 'The database at DATABASE_URL closed the connection. Are the host and port right?',
  ENOTFOUND: 'The host in DATABASE_URL is unknown. Is the name right?',
  EAI_AGAIN: 'The host of DATABASE_URL could not be looked up. Is the name right, and the network up?',
  ETIMEDOUT:
    'The database at DATABASE_URL does not answer. Are the host and port right, and does a firewall let it through?',
  EHOSTUNREACH: 'The host of DATABASE_URL cannot be reached. Is the address right, and the network up?',
  ENOSPC: 'The disk is full. Make room, then start again.',
  '28P01': 'The database refused the user or password of DATABASE_URL.',
  '28000': 'The database refused the user of DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it, then start again.',
  '42501': 'The user of DATABASE_URL may not create tables or extensions. Make it the owner of its database.',
  '53100': 'The disk of the database is full. Make room, then start again.',
  '53300': 'The database has no connection left. Raise its max_connections, or lower KEYTURN_DATABASE_CONNECTIONS.',
  '57P03': 'The database is still starting or stopping. Try again in a moment.',
}

/** What to say about an error that stops the start; never a stack trace. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.sentences
  if (error instanceof StartError || error instanceof NewerDatabaseError) return [error.message]
  for (const reason of reasonsOf(error)) {
    if (errorCode(reason) === 'EADDRINUSE') return [portTaken(reason)]
    const sentence = byCode[errorCode(reason) ?? '']
    if (sentence) return [sentence]
  }
  const reasons = reasonsOf(error).map(reason => (reason instanceof Error ? reason.message : String(reason)))
  return [`Keyturn could not start: ${reasons.join(' ')}`, ...report(error)]
}

const portTaken = (reason: unknown): string => {
  const port = reason instanceof Error && 'port' in reason ? ` ${reason.port}` : ''
  return `Port${port} is taken by another program. Stop that one, or set PORT to a free port.`
}

/** An error, what it was caused by, and the errors it gathers (a host with several addresses fails once for each). */
function reasonsOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [error]
  const gathered = error instanceof AggregateError ? error.errors : []
  return [error, ...gathered, ...(error.cause === undefined ? [] : reasonsOf(error.cause))]
}

/** Nobody foresaw this one: its details are kept for whoever is asked for help. */
function report(error: unknown): string[] {
  const path = join(tmpdir(), `keyturn-start-error-${process.pid}.txt`)
  try {
    writeFileSync(path, error instanceof Error ? (error.stack ?? error.message) : String(error), { mode: 0o600 })
    return [`Details are in ${path}.`]
  } catch {
    return []
  }
}

/** What is printed when the product is ready. */
export function welcome(config: Config, url: string): string {
  const lines = [`${config.siteName} is ready: ${url}`]
  if (config.mode === 'demo') {
    const widest = Math.max(...demoAccounts.map(({ email }) => email.length))
    const accounts = demoAccounts.map(({ email, label }) => `  ${email.padEnd(widest)}  ${label}`)
    lines.push(reachOf(config))
    lines.push(`Sign in as one of these, with the password "${DEMO_PASSWORD}":`, ...accounts)
    lines.push(
      config.mailUrl === null
        ? `No e-mail leaves this machine. See what was sent in the outbox: ${url}/outbox`
        : 'E-mail is really sent, through the server at MAIL_URL.',
    )
  }
  return `${lines.join('\n')}\n`
}

const reachOf = ({ host }: Config): string =>
  ['127.0.0.1', '::1', 'localhost'].includes(host)
    ? 'Only this machine can reach it. To show the demo to others, set HOST=0.0.0.0.'
    : 'Anyone who can reach this machine can sign in: the demo’s accounts and keys are public.'
