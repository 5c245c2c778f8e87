import type { Requests } from './ask.ts'
import { alertRequests } from './requests/alerts.ts'
import { duplicateRequests } from './requests/duplicates.ts'
import { fileRequests } from './requests/files.ts'
import { leadPageRequests } from './requests/leadPage.ts'
import { leadRequests } from './requests/leads.ts'
import { peopleRequests } from './requests/people.ts'
import { showingRequests } from './requests/showings.ts'
import { tagRequests } from './requests/tags.ts'
import { taskRequests } from './requests/tasks.ts'
import { transferRequests } from './requests/transfers.ts'

/** A valid request for each call. */
export const requests: Requests = {
  ...peopleRequests,
  ...leadRequests,
  ...leadPageRequests,
  ...showingRequests,
  ...taskRequests,
  ...tagRequests,
  ...transferRequests,
  ...duplicateRequests,
  ...alertRequests,
  ...fileRequests,
}

/** Calls that have no record to ask about in a fresh installation; the fuzz test runs their handlers. */
export const withoutRecords: readonly string[] = [
  'outbox.get',
  'outbox.source',
  'outbox.attachment',
  'exports.file',
  'imports.preview',
]
