import { alertsWeb } from '../features/alerts/web/feature.ts'
import { auditWeb } from '../features/audit/web/feature.ts'
import { bulkWeb } from '../features/bulk/web/feature.ts'
import { consentWeb } from '../features/consent/web/feature.ts'
import { duplicatesWeb } from '../features/duplicates/web/feature.ts'
import { exportsWeb } from '../features/exports/web/feature.ts'
import { importsWeb } from '../features/imports/web/feature.ts'
import { leadsWeb } from '../features/leads/web/feature.ts'
import { listingsWeb } from '../features/listings/web/feature.ts'
import { milestonesWeb } from '../features/milestones/web/feature.ts'
import { notesWeb } from '../features/notes/web/feature.ts'
import { outboxWeb } from '../features/outbox/web/feature.ts'
import { peopleWeb } from '../features/people/web/feature.ts'
import { pinsWeb } from '../features/pins/web/feature.ts'
import { requestsWeb } from '../features/requests/web/feature.ts'
import { savedViewsWeb } from '../features/saved-views/web/feature.ts'
import { searchWeb } from '../features/search/web/feature.ts'
import { sendingWeb } from '../features/sending/web/feature.ts'
import { settingsWeb } from '../features/settings/web/feature.ts'
import { showingsWeb } from '../features/showings/web/feature.ts'
import { tagsWeb } from '../features/tags/web/feature.ts'
import { tasksWeb } from '../features/tasks/web/feature.ts'
import { timelineWeb } from '../features/timeline/web/feature.ts'
import { transfersWeb } from '../features/transfers/web/feature.ts'
import { adminScreen } from '../screens/admin/feature.ts'
import { leadScreen } from '../screens/lead/feature.ts'
import { leadsScreens } from '../screens/leads/feature.ts'
import { tasksScreen } from '../screens/tasks/feature.ts'

/** Every feature and every screen of several features, as browsers know them. */
export const webFeatures = [
  alertsWeb,
  auditWeb,
  bulkWeb,
  consentWeb,
  duplicatesWeb,
  exportsWeb,
  importsWeb,
  leadsWeb,
  listingsWeb,
  milestonesWeb,
  notesWeb,
  outboxWeb,
  peopleWeb,
  pinsWeb,
  requestsWeb,
  savedViewsWeb,
  searchWeb,
  settingsWeb,
  sendingWeb,
  showingsWeb,
  tagsWeb,
  tasksWeb,
  timelineWeb,
  transfersWeb,
  adminScreen,
  leadScreen,
  leadsScreens,
  tasksScreen,
]

/** A page of any of them. */
export type WebPage = (typeof webFeatures)[number]['pages'][number]

/** All their pages. */
export const webPages: readonly WebPage[] = webFeatures.flatMap<WebPage>(({ pages }) => pages)
