import { alertCalls } from '../features/alerts/contract.ts'
import { alertEmails } from '../features/alerts/server/commands/overdue.ts'
import { alertHandlers } from '../features/alerts/server/handlers.ts'
import { matchAlerts, sendDueAlerts } from '../features/alerts/server/jobs/dueAlerts.ts'
import { sendAlert } from '../features/alerts/server/jobs/sendAlert.ts'
import { contributeFavourites, followAddresses, listenToListings } from '../features/alerts/server/listeners.ts'
import { auditCalls } from '../features/audit/contract.ts'
import { auditHandlers } from '../features/audit/server/handlers.ts'
import { bulkCalls } from '../features/bulk/contract.ts'
import { registerBulkActions } from '../features/bulk/server/commands.ts'
import { bulkHandlers } from '../features/bulk/server/handlers.ts'
import { runBulkChanges, tidyBulkRuns } from '../features/bulk/server/jobs.ts'
import { consentCalls } from '../features/consent/contract.ts'
import { consentHandlers } from '../features/consent/server/handlers.ts'
import { endConsents } from '../features/consent/server/jobs.ts'
import { followMerges } from '../features/consent/server/listeners.ts'
import { duplicateCalls } from '../features/duplicates/contract.ts'
import { duplicateHandlers } from '../features/duplicates/server/handlers.ts'
import { lookForDuplicates } from '../features/duplicates/server/jobs/look.ts'
import { sweepDuplicates } from '../features/duplicates/server/jobs/sweep.ts'
import { watchForDuplicates } from '../features/duplicates/server/listeners.ts'
import { exportCalls } from '../features/exports/contract.ts'
import { exportHandlers } from '../features/exports/server/handlers.ts'
import { forgetExports, makeExport } from '../features/exports/server/jobs/makeExport.ts'
import { importCalls } from '../features/imports/contract.ts'
import { importHandlers } from '../features/imports/server/handlers.ts'
import { importRows } from '../features/imports/server/jobs/importRows.ts'
import { forgetImportFiles, undoImport } from '../features/imports/server/jobs/undoRows.ts'
import { leadCalls } from '../features/leads/contract.ts'
import { leadRemovalAction, leadStatusAction } from '../features/leads/server/commands/bulk.ts'
import { leadHandlers } from '../features/leads/server/handlers.ts'
import { contributeToSearch } from '../features/leads/server/listeners.ts'
import { listingCalls } from '../features/listings/contract.ts'
import { listingHandlers } from '../features/listings/server/handlers.ts'
import { forgetPhotos } from '../features/listings/server/jobs/forgetPhotos.ts'
import { replicateListings } from '../features/listings/server/jobs/replicateListings.ts'
import { contributeListings } from '../features/listings/server/listeners.ts'
import { registerPhotos } from '../features/listings/server/webhooks.ts'
import { milestoneCalls } from '../features/milestones/contract.ts'
import { milestoneHandlers } from '../features/milestones/server/handlers.ts'
import { forgetDeletedMilestones } from '../features/milestones/server/jobs.ts'
import { contributeTypes, listenToLeads } from '../features/milestones/server/listeners.ts'
import { noteCalls } from '../features/notes/contract.ts'
import { noteHandlers } from '../features/notes/server/handlers.ts'
import { forgetDeletedNotes } from '../features/notes/server/jobs.ts'
import { contributeNotes } from '../features/notes/server/listeners.ts'
import { outboxCalls } from '../features/outbox/contract.ts'
import { outboxHandlers } from '../features/outbox/server/handlers.ts'
import { peopleCalls } from '../features/people/contract.ts'
import { permissionNames } from '../features/people/rules.ts'
import { invitationEmails } from '../features/people/server/commands/invitations.ts'
import { authenticate } from '../features/people/server/commands/sessions.ts'
import { peopleHandlers } from '../features/people/server/handlers/people.ts'
import { sendInvitation } from '../features/people/server/jobs/sendInvitation.ts'
import { registerPeopleRoutes } from '../features/people/server/webhooks.ts'
import { requestCalls } from '../features/requests/contract.ts'
import { requestHandlers } from '../features/requests/server/handlers.ts'
import { viewCalls } from '../features/saved-views/contract.ts'
import { viewHandlers } from '../features/saved-views/server/handlers.ts'
import { searchCalls } from '../features/search/contract.ts'
import { searchHandlers } from '../features/search/server/handlers.ts'
import { sendingCalls } from '../features/sending/contract.ts'
import { registerSendingKinds } from '../features/sending/server/commands.ts'
import { sendingHandlers } from '../features/sending/server/handlers.ts'
import { settingsCalls } from '../features/settings/contract.ts'
import { maintenanceGuard } from '../features/settings/server/commands.ts'
import { settingsHandlers } from '../features/settings/server/handlers.ts'
import { showingCalls } from '../features/showings/contract.ts'
import { showingEmails } from '../features/showings/server/commands/overdue.ts'
import { showingHandlers } from '../features/showings/server/handlers.ts'
import { forgetDeletedShowings } from '../features/showings/server/jobs/forgetDeleted.ts'
import { sendShowingLetter } from '../features/showings/server/jobs/sendLetter.ts'
import { contributeShowingStatuses } from '../features/showings/server/listeners.ts'
import { tagCalls } from '../features/tags/contract.ts'
import { assignTags, unassignTags } from '../features/tags/server/commands/bulk.ts'
import { tagHandlers } from '../features/tags/server/handlers.ts'
import { clearTag } from '../features/tags/server/jobs.ts'
import { taskCalls } from '../features/tasks/contract.ts'
import {
  completeChosenTasks,
  removeChosenTasks,
  rescheduleChosenTasks,
} from '../features/tasks/server/commands/bulk.ts'
import { taskHandlers } from '../features/tasks/server/handlers.ts'
import { forgetDeletedTasks, remindOfTask } from '../features/tasks/server/jobs.ts'
import { contributeTasks, contributeTasksToSearch, followLeadsWithTasks } from '../features/tasks/server/listeners.ts'
import { timelineCalls } from '../features/timeline/contract.ts'
import { timelineHandlers } from '../features/timeline/server/handlers.ts'
import { transferCalls } from '../features/transfers/contract.ts'
import { reassignLeads } from '../features/transfers/server/commands/reassign.ts'
import { transferHandlers } from '../features/transfers/server/handlers.ts'
import { expireOffer } from '../features/transfers/server/jobs.ts'
import { contributeTransfers, endWithLeads } from '../features/transfers/server/listeners.ts'
import type { Product } from '../platform/server/process.ts'

/** Every feature of the product, from the lowest tier to the highest; the only list of them on the server. */
export const product: Product = {
  features: [
    {
      name: 'people',
      calls: peopleCalls,
      handlers: peopleHandlers,
      jobs: [sendInvitation],
      webhooks: registerPeopleRoutes,
    },
    { name: 'settings', calls: settingsCalls, handlers: settingsHandlers },
    { name: 'sending', calls: sendingCalls, handlers: sendingHandlers },
    { name: 'outbox', calls: outboxCalls, handlers: outboxHandlers },
    { name: 'search', calls: searchCalls, handlers: searchHandlers },
    { name: 'bulk', calls: bulkCalls, handlers: bulkHandlers, jobs: [runBulkChanges, tidyBulkRuns] },
    { name: 'leads', calls: leadCalls, handlers: leadHandlers },
    {
      name: 'listings',
      calls: listingCalls,
      handlers: listingHandlers,
      jobs: [replicateListings, forgetPhotos],
      webhooks: registerPhotos,
    },
    { name: 'milestones', calls: milestoneCalls, handlers: milestoneHandlers, jobs: [forgetDeletedMilestones] },
    { name: 'consent', calls: consentCalls, handlers: consentHandlers, jobs: [endConsents] },
    { name: 'alerts', calls: alertCalls, handlers: alertHandlers, jobs: [matchAlerts, sendDueAlerts, sendAlert] },
    { name: 'notes', calls: noteCalls, handlers: noteHandlers, jobs: [forgetDeletedNotes] },
    { name: 'tags', calls: tagCalls, handlers: tagHandlers, jobs: [clearTag] },
    { name: 'transfers', calls: transferCalls, handlers: transferHandlers, jobs: [expireOffer] },
    { name: 'tasks', calls: taskCalls, handlers: taskHandlers, jobs: [remindOfTask, forgetDeletedTasks] },
    { name: 'views', calls: viewCalls, handlers: viewHandlers },
    {
      name: 'imports',
      calls: importCalls,
      handlers: importHandlers,
      jobs: [importRows, undoImport, forgetImportFiles],
    },
    { name: 'exports', calls: exportCalls, handlers: exportHandlers, jobs: [makeExport, forgetExports] },
    {
      name: 'showings',
      calls: showingCalls,
      handlers: showingHandlers,
      jobs: [forgetDeletedShowings, sendShowingLetter],
    },
    { name: 'requests', calls: requestCalls, handlers: requestHandlers },
    { name: 'timeline', calls: timelineCalls, handlers: timelineHandlers },
    {
      name: 'duplicates',
      calls: duplicateCalls,
      handlers: duplicateHandlers,
      jobs: [lookForDuplicates, sweepDuplicates],
    },
    { name: 'audit', calls: auditCalls, handlers: auditHandlers },
  ],
  permissions: permissionNames,
  authenticate,
  identityTopic: 'people',
  guards: [maintenanceGuard()],
}

listenToLeads()
contributeTypes()
contributeToSearch()
contributeNotes()
contributeTransfers()
endWithLeads()
registerBulkActions([
  reassignLeads,
  leadStatusAction,
  leadRemovalAction,
  assignTags,
  unassignTags,
  completeChosenTasks,
  rescheduleChosenTasks,
  removeChosenTasks,
])
registerSendingKinds([alertEmails, showingEmails, invitationEmails])
contributeListings()
contributeTasks()
contributeTasksToSearch()
followLeadsWithTasks()
watchForDuplicates()
listenToListings()
contributeFavourites()
followAddresses()
contributeShowingStatuses()
followMerges()
