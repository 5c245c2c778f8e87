import { type Logger, pino } from 'pino'
import { withoutContacts } from '../wire/contacts.ts'
import type { Config } from './config.ts'

/** Structured logs. Nothing about a person goes in: no addresses with parameters, no bodies, no names. */
export function makeLog(config: Pick<Config, 'logLevel' | 'stage' | 'role'>): Logger {
  return pino({
    level: config.logLevel,
    base: { stage: config.stage, role: config.role, pid: process.pid },
    serializers: { err: errorWithoutData },
    redact: { paths: ['*.email', '*.phone', '*.password', '*.token', 'req.headers'], censor: '[hidden]' },
  })
}

/** What an error says, without what it repeats of people: PostgreSQL quotes the offending values, providers their addresses. */
export function messageWithoutData(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return withoutContacts(fromDatabase ? error.message.replace(/"[^"]*"|'[^']*'/g, '…') : error.message)
}

/** PostgreSQL repeats the offending values in `detail` and `where`; they stay out. */
export function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const code = 'code' in error ? error.code : undefined
  return {
    type: error.name,
    code,
    message: messageWithoutData(error),
    stack: stackOf(error),
    cause: error.cause ? errorWithoutData(error.cause) : undefined,
  }
}

/** The lines of the code alone: the message above them may itself have several. */
const stackOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
