import { alertsWeb } from '../features/alerts/web/feature.ts'
import { archiveWeb } from '../features/archive/web/feature.ts'
import { auditWeb } from '../features/audit/web/feature.ts'
import { automationsWeb } from '../features/automations/web/feature.ts'
import { blockedNumbersWeb } from '../features/blocked-numbers/web/feature.ts'
import { brokerageListingsWeb } from '../features/brokerage-listings/web/feature.ts'
import { bulkWeb } from '../features/bulk/web/feature.ts'
import { businessWeb } from '../features/business/web/feature.ts'
import { calendarWeb } from '../features/calendar/web/feature.ts'
import { callingWeb } from '../features/calling/web/feature.ts'
import { campaignsWeb } from '../features/campaigns/web/feature.ts'
import { checklistsWeb } from '../features/checklists/web/feature.ts'
import { claimingWeb } from '../features/claiming/web/feature.ts'
import { commissionWeb } from '../features/commission/web/feature.ts'
import { consentWeb } from '../features/consent/web/feature.ts'
import { consentRequestsWeb } from '../features/consent-requests/web/feature.ts'
import { dealDocumentsWeb } from '../features/deal-documents/web/feature.ts'
import { dealSubmissionWeb } from '../features/deal-submission/web/feature.ts'
import { dealsWeb } from '../features/deals/web/feature.ts'
import { distributionWeb } from '../features/distribution/web/feature.ts'
import { doNotCallWeb } from '../features/do-not-call/web/feature.ts'
import { duplicatesWeb } from '../features/duplicates/web/feature.ts'
import { emailWeb } from '../features/email/web/feature.ts'
import { exportsWeb } from '../features/exports/web/feature.ts'
import { failedWorkWeb } from '../features/failed-work/web/feature.ts'
import { firstStepsWeb } from '../features/first-steps/web/feature.ts'
import { googleAccountsWeb } from '../features/google-accounts/web/feature.ts'
import { happyHourWeb } from '../features/happy-hour/web/feature.ts'
import { importsWeb } from '../features/imports/web/feature.ts'
import { intakeWeb } from '../features/intake/web/feature.ts'
import { integrationsWeb } from '../features/integrations-admin/web/feature.ts'
import { leadsWeb } from '../features/leads/web/feature.ts'
import { listingsWeb } from '../features/listings/web/feature.ts'
import { loneWolfWeb } from '../features/lone-wolf/web/feature.ts'
import { loopsWeb } from '../features/loops/web/feature.ts'
import { mailboxWeb } from '../features/mailbox/web/feature.ts'
import { milestonesWeb } from '../features/milestones/web/feature.ts'
import { notesWeb } from '../features/notes/web/feature.ts'
import { notificationsWeb } from '../features/notifications/web/feature.ts'
import { openHousesWeb } from '../features/open-houses/web/feature.ts'
import { opportunitiesWeb } from '../features/opportunities/web/feature.ts'
import { outboundWeb } from '../features/outbound/web/feature.ts'
import { outboxWeb } from '../features/outbox/web/feature.ts'
import { peopleWeb } from '../features/people/web/feature.ts'
import { pinsWeb } from '../features/pins/web/feature.ts'
import { placesWeb } from '../features/places/web/feature.ts'
import { privacyWeb } from '../features/privacy/web/feature.ts'
import { quotasWeb } from '../features/quotas/web/feature.ts'
import { reportsWeb } from '../features/reports/web/feature.ts'
import { requestsWeb } from '../features/requests/web/feature.ts'
import { savedViewsWeb } from '../features/saved-views/web/feature.ts'
import { searchWeb } from '../features/search/web/feature.ts'
import { sendingWeb } from '../features/sending/web/feature.ts'
import { sessionRecordingWeb } from '../features/session-recording/web/feature.ts'
import { settingsWeb } from '../features/settings/web/feature.ts'
import { showingsWeb } from '../features/showings/web/feature.ts'
import { simulateWeb } from '../features/simulate/web/feature.ts'
import { snoozeWeb } from '../features/snooze/web/feature.ts'
import { tagsWeb } from '../features/tags/web/feature.ts'
import { tasksWeb } from '../features/tasks/web/feature.ts'
import { teamWeb } from '../features/team/web/feature.ts'
import { templatesWeb } from '../features/templates/web/feature.ts'
import { textMessagesWeb } from '../features/text-messages/web/feature.ts'
import { timelineWeb } from '../features/timeline/web/feature.ts'
import { transfersWeb } from '../features/transfers/web/feature.ts'
import { trustAccountWeb } from '../features/trust-account/web/feature.ts'
import { adminScreen } from '../screens/admin/feature.ts'
import { dealScreen } from '../screens/deal/feature.ts'
import { devScreen } from '../screens/dev/feature.ts'
import { dialerScreen } from '../screens/dialer/feature.ts'
import { leadScreen } from '../screens/lead/feature.ts'
import { leadsScreens } from '../screens/leads/feature.ts'
import { opportunitiesScreens } from '../screens/opportunities/feature.ts'
import { tasksScreen } from '../screens/tasks/feature.ts'

/** Every feature and every screen of several features, as browsers know them. */
export const webFeatures = [
  alertsWeb,
  auditWeb,
  automationsWeb,
  blockedNumbersWeb,
  doNotCallWeb,
  brokerageListingsWeb,
  bulkWeb,
  calendarWeb,
  callingWeb,
  claimingWeb,
  campaignsWeb,
  consentWeb,
  consentRequestsWeb,
  distributionWeb,
  checklistsWeb,
  dealDocumentsWeb,
  loneWolfWeb,
  commissionWeb,
  trustAccountWeb,
  businessWeb,
  dealSubmissionWeb,
  dealsWeb,
  duplicatesWeb,
  emailWeb,
  exportsWeb,
  firstStepsWeb,
  placesWeb,
  googleAccountsWeb,
  happyHourWeb,
  importsWeb,
  intakeWeb,
  leadsWeb,
  listingsWeb,
  loopsWeb,
  mailboxWeb,
  milestonesWeb,
  notesWeb,
  notificationsWeb,
  openHousesWeb,
  opportunitiesWeb,
  outboundWeb,
  outboxWeb,
  peopleWeb,
  pinsWeb,
  privacyWeb,
  archiveWeb,
  integrationsWeb,
  failedWorkWeb,
  simulateWeb,
  quotasWeb,
  reportsWeb,
  requestsWeb,
  savedViewsWeb,
  searchWeb,
  sessionRecordingWeb,
  settingsWeb,
  sendingWeb,
  showingsWeb,
  snoozeWeb,
  tagsWeb,
  tasksWeb,
  teamWeb,
  templatesWeb,
  textMessagesWeb,
  timelineWeb,
  transfersWeb,
  adminScreen,
  devScreen,
  dealScreen,
  dialerScreen,
  leadScreen,
  leadsScreens,
  opportunitiesScreens,
  tasksScreen,
]

/** A page of any of them. */
export type WebPage = (typeof webFeatures)[number]['pages'][number]

/** All their pages. */
export const webPages: readonly WebPage[] = webFeatures.flatMap<WebPage>(({ pages }) => pages)
