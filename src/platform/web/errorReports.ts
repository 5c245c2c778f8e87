import type { WebConfig } from './config.ts'
import type { ReportedUser } from './sentry/sentry.ts'

type Reporter = typeof import('./sentry/sentry.ts')
let reporter: Promise<Reporter> | null = null
let user: ReportedUser | null = null
/** What broke before the reporter was there, such as the first screen: reported once it is. */
const early: unknown[] = []

/** Whether an installation reports errors. */
export const reportsErrors = ({ sentry_dsn }: Pick<WebConfig, 'sentry_dsn'>): boolean => sentry_dsn !== ''

/** Loads the reporter, after the first paint. */
export function startErrorReports(config: WebConfig): void {
  if (!reportsErrors(config) || reporter) return
  reporter = import('./sentry/sentry.ts')
  reporter
    .then(loaded => {
      loaded.start(config, user)
      for (const error of early.splice(0)) loaded.report(error)
    })
    .catch(() => undefined)
}

/** Says who is at work. */
export function setReportedUser(next: ReportedUser | null): void {
  user = next
  reporter?.then(loaded => loaded.identify(next)).catch(() => undefined)
}

/** Reports an error that was caught. */
export function reportError(error: unknown): void {
  if (reporter) void reporter.then(loaded => loaded.report(error)).catch(() => undefined)
  else early.push(error)
}
