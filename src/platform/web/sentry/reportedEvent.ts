import type { ErrorEvent } from '@sentry/react'
import { withoutContacts } from '../../wire/contacts.ts'

/** A report without what it repeats of people: contacts in messages, leads in the address, and the page before. */
export function withoutPeople(event: ErrorEvent): ErrorEvent {
  const { url = '', headers } = event.request ?? {}
  const browser = headers?.['User-Agent']
  return {
    ...event,
    ...(event.message !== undefined && { message: withoutContacts(event.message) }),
    ...(event.exception && { exception: { values: (event.exception.values ?? []).map(cleaned) } }),
    request: {
      url: url.split(/[?#]/)[0]?.replace(/\/leads\/[^/]+/, '/leads/…'),
      ...(browser && { headers: { 'User-Agent': browser } }),
    },
  }
}

const cleaned = <Exception extends { value?: string }>(exception: Exception): Exception => ({
  ...exception,
  value: withoutContacts(exception.value ?? ''),
})
