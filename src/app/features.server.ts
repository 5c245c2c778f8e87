import { alertsFeature } from '../features/alerts/server/feature.ts'
import { auditFeature } from '../features/audit/server/feature.ts'
import { bulkFeature } from '../features/bulk/server/feature.ts'
import { consentFeature } from '../features/consent/server/feature.ts'
import { duplicatesFeature } from '../features/duplicates/server/feature.ts'
import { exportsFeature } from '../features/exports/server/feature.ts'
import { importsFeature } from '../features/imports/server/feature.ts'
import { leadsFeature } from '../features/leads/server/feature.ts'
import { listingsFeature } from '../features/listings/server/feature.ts'
import { milestonesFeature } from '../features/milestones/server/feature.ts'
import { notesFeature } from '../features/notes/server/feature.ts'
import { outboxFeature } from '../features/outbox/server/feature.ts'
import { peopleFeature } from '../features/people/server/feature.ts'
import { pinsFeature } from '../features/pins/server/feature.ts'
import { requestsFeature } from '../features/requests/server/feature.ts'
import { savedViewsFeature } from '../features/saved-views/server/feature.ts'
import { searchFeature } from '../features/search/server/feature.ts'
import { sendingFeature } from '../features/sending/server/feature.ts'
import { settingsFeature } from '../features/settings/server/feature.ts'
import { showingsFeature } from '../features/showings/server/feature.ts'
import { tagsFeature } from '../features/tags/server/feature.ts'
import { tasksFeature } from '../features/tasks/server/feature.ts'
import { timelineFeature } from '../features/timeline/server/feature.ts'
import { transfersFeature } from '../features/transfers/server/feature.ts'
import { productOf } from '../platform/server/process.ts'

/** Every feature of the product, from the lowest tier to the highest; the only list of them on the server. */
export const product = productOf([
  settingsFeature,
  sendingFeature,
  searchFeature,
  outboxFeature,
  peopleFeature,
  bulkFeature,
  leadsFeature,
  listingsFeature,
  milestonesFeature,
  tagsFeature,
  notesFeature,
  transfersFeature,
  tasksFeature,
  consentFeature,
  pinsFeature,
  showingsFeature,
  requestsFeature,
  savedViewsFeature,
  timelineFeature,
  alertsFeature,
  importsFeature,
  duplicatesFeature,
  exportsFeature,
  auditFeature,
])
