import { type Logger, pino } from 'pino'
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

/** PostgreSQL repeats the offending values in `detail` and `where`; they stay out. */
function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const code = 'code' in error ? error.code : undefined
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    type: error.name,
    code,
    message: fromDatabase ? error.message.replace(/"[^"]*"|'[^']*'/g, '…') : error.message,
    stack: error.stack?.split('\n').slice(1).join('\n'),
    cause: error.cause ? errorWithoutData(error.cause) : undefined,
  }
}
