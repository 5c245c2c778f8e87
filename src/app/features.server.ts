import { alertsFeature } from '../features/alerts/server/feature.ts'
import { archiveFeature } from '../features/archive/server/feature.ts'
import { auditFeature } from '../features/audit/server/feature.ts'
import { automationsFeature } from '../features/automations/server/feature.ts'
import { blockedNumbersFeature } from '../features/blocked-numbers/server/feature.ts'
import { brokerageListingsFeature } from '../features/brokerage-listings/server/feature.ts'
import { bulkFeature } from '../features/bulk/server/feature.ts'
import { businessFeature } from '../features/business/server/feature.ts'
import { calendarFeature } from '../features/calendar/server/feature.ts'
import { callingFeature } from '../features/calling/server/feature.ts'
import { campaignsFeature } from '../features/campaigns/server/feature.ts'
import { checklistsFeature } from '../features/checklists/server/feature.ts'
import { claimingFeature } from '../features/claiming/server/feature.ts'
import { commissionFeature } from '../features/commission/server/feature.ts'
import { consentFeature } from '../features/consent/server/feature.ts'
import { consentRequestsFeature } from '../features/consent-requests/server/feature.ts'
import { dealDocumentsFeature } from '../features/deal-documents/server/feature.ts'
import { dealSubmissionFeature } from '../features/deal-submission/server/feature.ts'
import { dealsFeature } from '../features/deals/server/feature.ts'
import { distributionFeature } from '../features/distribution/server/feature.ts'
import { doNotCallFeature } from '../features/do-not-call/server/feature.ts'
import { duplicatesFeature } from '../features/duplicates/server/feature.ts'
import { emailFeature } from '../features/email/server/feature.ts'
import { exportsFeature } from '../features/exports/server/feature.ts'
import { failedWorkFeature } from '../features/failed-work/server/feature.ts'
import { firstStepsFeature } from '../features/first-steps/server/feature.ts'
import { googleAccountsFeature } from '../features/google-accounts/server/feature.ts'
import { happyHourFeature } from '../features/happy-hour/server/feature.ts'
import { importsFeature } from '../features/imports/server/feature.ts'
import { intakeFeature } from '../features/intake/server/feature.ts'
import { integrationsFeature } from '../features/integrations-admin/server/feature.ts'
import { leadsFeature } from '../features/leads/server/feature.ts'
import { listingsFeature } from '../features/listings/server/feature.ts'
import { loneWolfFeature } from '../features/lone-wolf/server/feature.ts'
import { loopsFeature } from '../features/loops/server/feature.ts'
import { mailboxFeature } from '../features/mailbox/server/feature.ts'
import { milestonesFeature } from '../features/milestones/server/feature.ts'
import { notesFeature } from '../features/notes/server/feature.ts'
import { notificationsFeature } from '../features/notifications/server/feature.ts'
import { openHousesFeature } from '../features/open-houses/server/feature.ts'
import { opportunitiesFeature } from '../features/opportunities/server/feature.ts'
import { outboundFeature } from '../features/outbound/server/feature.ts'
import { outboxFeature } from '../features/outbox/server/feature.ts'
import { peopleFeature } from '../features/people/server/feature.ts'
import { pinsFeature } from '../features/pins/server/feature.ts'
import { placesFeature } from '../features/places/server/feature.ts'
import { privacyFeature } from '../features/privacy/server/feature.ts'
import { quotasFeature } from '../features/quotas/server/feature.ts'
import { reportsFeature } from '../features/reports/server/feature.ts'
import { requestsFeature } from '../features/requests/server/feature.ts'
import { savedViewsFeature } from '../features/saved-views/server/feature.ts'
import { searchFeature } from '../features/search/server/feature.ts'
import { sendingFeature } from '../features/sending/server/feature.ts'
import { sessionRecordingFeature } from '../features/session-recording/server/feature.ts'
import { settingsFeature } from '../features/settings/server/feature.ts'
import { showingsFeature } from '../features/showings/server/feature.ts'
import { simulateFeature } from '../features/simulate/server/feature.ts'
import { snoozeFeature } from '../features/snooze/server/feature.ts'
import { tagsFeature } from '../features/tags/server/feature.ts'
import { tasksFeature } from '../features/tasks/server/feature.ts'
import { teamFeature } from '../features/team/server/feature.ts'
import { templatesFeature } from '../features/templates/server/feature.ts'
import { textMessagesFeature } from '../features/text-messages/server/feature.ts'
import { timelineFeature } from '../features/timeline/server/feature.ts'
import { transfersFeature } from '../features/transfers/server/feature.ts'
import { trustAccountFeature } from '../features/trust-account/server/feature.ts'
import { productOf } from '../platform/server/process.ts'

/** Every feature of the product, from the lowest tier to the highest; the only list of them on the server. */
export const product = productOf([
  settingsFeature,
  sendingFeature,
  searchFeature,
  outboxFeature,
  peopleFeature,
  googleAccountsFeature,
  bulkFeature,
  leadsFeature,
  listingsFeature,
  milestonesFeature,
  notificationsFeature,
  templatesFeature,
  tagsFeature,
  notesFeature,
  transfersFeature,
  tasksFeature,
  consentFeature,
  pinsFeature,
  snoozeFeature,
  blockedNumbersFeature,
  quotasFeature,
  outboundFeature,
  doNotCallFeature,
  showingsFeature,
  requestsFeature,
  mailboxFeature,
  savedViewsFeature,
  timelineFeature,
  callingFeature,
  teamFeature,
  alertsFeature,
  textMessagesFeature,
  emailFeature,
  calendarFeature,
  opportunitiesFeature,
  consentRequestsFeature,
  dealsFeature,
  distributionFeature,
  intakeFeature,
  importsFeature,
  duplicatesFeature,
  exportsFeature,
  claimingFeature,
  dealDocumentsFeature,
  checklistsFeature,
  loopsFeature,
  brokerageListingsFeature,
  campaignsFeature,
  dealSubmissionFeature,
  commissionFeature,
  happyHourFeature,
  openHousesFeature,
  reportsFeature,
  automationsFeature,
  auditFeature,
  loneWolfFeature,
  trustAccountFeature,
  privacyFeature,
  archiveFeature,
  sessionRecordingFeature,
  integrationsFeature,
  failedWorkFeature,
  simulateFeature,
  firstStepsFeature,
  placesFeature,
  businessFeature,
])
