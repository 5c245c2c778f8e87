import type { Logger } from 'pino'
import { withoutContacts } from '../../wire/contacts.ts'
import { APP_VERSION } from '../../wire/envelope.ts'
import type { Config } from '../config.ts'
import { messageWithoutData } from '../logs.ts'

/** Sends unexpected errors to the error tracker. */
export interface ErrorReporter {
  report(error: unknown, about: { user_id: number | null; call: string; reference: string }): void
  /** Sends what is waiting. */
  flush(): Promise<void>
}

const NOBODY: ErrorReporter = { report: () => {}, flush: async () => {} }

interface Reported {
  values?: { value?: string }[]
}

/** The errors of a report, the cause before what it led to, without what their messages repeat of people. */
function withoutData<Exception extends Reported>(exception: Exception, error: unknown): Exception {
  const messages = new Map<string, string>()
  for (let one = error; one instanceof Error; one = one.cause) messages.set(one.message, messageWithoutData(one))
  const clean = (value = '') => messages.get(value) ?? withoutContacts(value)
  return { ...exception, values: (exception.values ?? []).map(one => ({ ...one, value: clean(one.value) })) }
}

/**
 * Starts reporting by the Sentry protocol, where an address is configured on a stage that reports errors.
 * An event names the employee by id and holds no bodies, addresses or query strings.
 */
export async function startReporting(config: Pick<Config, 'stage' | 'sentryDsn'>, log: Logger): Promise<ErrorReporter> {
  if (!config.sentryDsn) return NOBODY
  const sentry = await import('@sentry/node')
  sentry.init({
    dsn: config.sentryDsn,
    environment: config.stage,
    release: APP_VERSION,
    sendDefaultPii: false,
    defaultIntegrations: false,
    integrations: [sentry.linkedErrorsIntegration(), sentry.dedupeIntegration()],
    beforeSend: (event, { originalException }) => ({
      ...event,
      request: undefined,
      breadcrumbs: undefined,
      ...(event.exception && { exception: withoutData(event.exception, originalException) }),
    }),
  })
  log.info('errors are reported')
  return {
    report(error, { user_id, call, reference }) {
      sentry.captureException(error, {
        user: user_id === null ? undefined : { id: user_id },
        tags: { call, reference },
      })
    },
    flush: async () => void (await sentry.flush(2000)),
  }
}
