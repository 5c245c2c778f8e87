import { defineFeature } from '../../../platform/server/feature.ts'
import { callsOfReports } from '../contract.ts'
import { registerPagesByEmail } from './commands/mailedPages.ts'
import { scheduledReports } from './commands/overdue.ts'
import { goalHandlers } from './handlers/goals.ts'
import { reportHandlers } from './handlers/reports.ts'
import { savedReportHandlers } from './handlers/saved.ts'
import { sendDueReports, sendReport } from './jobs/send.ts'
import { proveReports, sumForReports } from './jobs/sums.ts'

/** What the server runs of this feature. */
export const reportsFeature = defineFeature({
  name: 'reports',
  calls: callsOfReports,
  handlers: { ...reportHandlers, ...savedReportHandlers, ...goalHandlers },
  gather: registerPagesByEmail,
  jobs: [sendReport, sendDueReports, sumForReports, proveReports],
  sendingKinds: [scheduledReports],
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      setCost: 'changed what a source of leads costs',
      setGoal: 'changed a goal of an agent',
      create: 'saved the report {text name}',
      update: 'changed a saved report',
      remove: 'deleted a saved report',
      schedule: 'has a report sent by e-mail',
      stop: 'gets a report by e-mail no more',
      unsubscribe: 'stopped a report by the link of its e-mail',
      'send-report': 'sent a report by e-mail',
      'send-due-reports': 'began the reports by e-mail that were due',
    },
  },
})
