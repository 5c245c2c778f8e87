import { captureException, init, setUser } from '@sentry/react'
import { APP_VERSION } from '../../wire/envelope.ts'
import type { WebConfig } from '../config.ts'
import { withoutPeople } from './reportedEvent.ts'

/** The signed-in employee, as error reports name them. */
export interface ReportedUser {
  id: number
  email: string
  name: string
}

/** Starts reporting. Never more than the error, the address of the page, and the employee; nobody's contacts. */
export function start(config: WebConfig, user: ReportedUser | null): void {
  init({
    dsn: config.sentry_dsn,
    environment: config.stage,
    release: APP_VERSION,
    sendDefaultPii: false,
    // Breadcrumbs would carry addresses of leads and what was typed.
    beforeBreadcrumb: () => null,
    beforeSend: withoutPeople,
  })
  identify(user)
}

/** Says who is at work. */
export function identify(user: ReportedUser | null): void {
  setUser(user && { id: String(user.id), email: user.email, username: user.name })
}

/** Reports an error. */
export function report(error: unknown): void {
  captureException(error)
}
