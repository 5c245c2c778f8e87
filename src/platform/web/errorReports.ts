import type { WebConfig } from './config.ts'
import type { ReportedUser } from './sentry.ts'

/** Stages whose errors are reported. */
const REPORTED_STAGES: readonly string[] = ['staging', 'property_live', 'condos_live', 'mrloft_live']

type Reporter = typeof import('./sentry.ts')
let reporter: Promise<Reporter> | null = null
let user: ReportedUser | null = null

/** Whether an installation reports errors. */
export const reportsErrors = ({ stage, sentry_dsn }: Pick<WebConfig, 'stage' | 'sentry_dsn'>): boolean =>
  sentry_dsn !== '' && REPORTED_STAGES.includes(stage)

/** Loads the reporter, after the first paint. */
export function startErrorReports(config: WebConfig): void {
  if (!reportsErrors(config) || reporter) return
  reporter = import('./sentry.ts')
  reporter.then(loaded => loaded.start(config, user)).catch(() => undefined)
}

/** Says who is at work. */
export function setReportedUser(next: ReportedUser | null): void {
  user = next
  reporter?.then(loaded => loaded.identify(next)).catch(() => undefined)
}

/** Reports an error that was caught. */
export function reportError(error: unknown): void {
  reporter?.then(loaded => loaded.report(error)).catch(() => undefined)
}
