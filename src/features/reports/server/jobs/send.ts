import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { grantPermit } from '../../../../platform/server/permit.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import { wayOutHeaders } from '../../../outbound/server/commands/links.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { isMailedPage } from '../../rules/reports.ts'
import { dueDay, reportedDays, scheduleText } from '../../rules/schedule.ts'
import { pageByEmail, type ReportOf } from '../commands/mailedPages.ts'
import { stopToken } from '../commands/stopLink.ts'
import { buildReport } from '../handlers/build.ts'
import { requireReport } from '../queries/saved.ts'
import { type Asking, requireRightTo, scopeOf } from '../queries/scope.ts'
import { insertSending, type OpenSending, openSchedules, setSendingOutcome, takeSending } from '../queries/sendings.ts'
import { scheduledReportEmail } from './email.ts'

const Data = z.object({ sending_id: Id })
const MAX_TRIES = 8
/** A worker has no longer than this; one that has not said by then what it came to is gone. */
const LOST_AFTER_SECONDS = 120
const NO_ADDRESS = 'KEYTURN_PUBLIC_URL is not set.'

type Outcome = Parameters<typeof setSendingOutcome>[2]
const unsent = (problem: string): Outcome => ({ state: 'failed', problem })

/** Sends a saved report to the one person who asked for it, under the rights that they have now. */
export const sendReport: Job<z.output<typeof Data>> = defineJob({
  name: 'send-report',
  title: 'Send a report',
  data: Data,
  retryLimit: MAX_TRIES - 1,
  expireInSeconds: LOST_AFTER_SECONDS,
  sends: true,
  async run(ctx, { sending_id }) {
    const taken = await ctx.transaction(change => takeSending(change, sending_id, LOST_AFTER_SECONDS))
    if (taken === null) return
    const outcome = taken === 'lost' ? unsent('It is not known whether it was sent.') : await deliver(ctx, taken)
    await ctx.transaction(change => setSendingOutcome(change, sending_id, outcome))
    if (outcome.state === 'waiting') throw new Error(`A report is waiting: ${outcome.problem}`)
  },
})

async function deliver(ctx: JobContext, sending: OpenSending): Promise<Outcome> {
  const viewer = await viewerOfUser(ctx.db, sending.user_id)
  if (!viewer) return unsent('The account was deactivated.')
  const content = await contentFor({ ...ctx, viewer }, sending)
  if (typeof content === 'string') return unsent(content)
  const url = emailLink(ctx.config)
  const token = stopToken(ctx.config, sending.schedule_id, ctx.now)
  const { state, problem } = await attemptMail(
    ctx.config,
    {
      to: { name: `${sending.first_name} ${sending.last_name}`.trim(), address: sending.email },
      key: `report-${sending.id}`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...wayOutHeaders({ unsubscribe: `${url}/crm/saved-reports/unsubscribe/${token}` }),
      },
      content,
    },
    { tries: sending.tries, limit: MAX_TRIES, permit: grantPermit(`report:${sending.id}`) },
  )
  return state === 'unknown' ? unsent(`It is not known whether it was sent: ${problem}`) : { state, problem }
}

/** The e-mail, or why there is none. */
async function contentFor(ctx: Asking, { saved_report_id, day }: OpenSending) {
  try {
    const saved = await requireReport(ctx, saved_report_id)
    const { schedule, length, from, to } = saved
    if (!schedule) return 'It was stopped.'
    const scope = await scopeOf(ctx, { team: saved.team?.id })
    const days = reportedDays(length ?? { from: from ?? day, to: to ?? day }, day)
    if (isMailedPage(saved.report)) {
      requireRightTo(ctx, saved.report)
      const { compose } = pageByEmail(saved.report)
      const asked = { days, team: saved.team, schedule: scheduleText(schedule), agentIds: scope.agentIds }
      const report: ReportOf = (name, period) => buildReport(ctx, name, period, scope)
      return (await compose(ctx, { ...asked, report })) ?? NO_ADDRESS
    }
    const report = await buildReport(ctx, saved.report, days, scope)
    return scheduledReportEmail(ctx.config, { saved, report, schedule }) ?? NO_ADDRESS
  } catch (error) {
    if (error instanceof Refusal) return 'This person may no longer see the report.'
    throw error
  }
}

/** Begins the e-mails of reports whose time has come. */
export const sendDueReports = defineJob({
  name: 'send-due-reports',
  title: 'Begin the reports that are due',
  data: z.object({}),
  cron: '*/5 * * * *',
  keyed: true,
  async run(ctx) {
    if (await isSendingPaused(ctx.db)) return
    const due = (await openSchedules(ctx)).flatMap(({ id, since, ...schedule }) => {
      const day = dueDay({ ...schedule, since: new Date(since) }, region.zone, ctx.now)
      return day === null ? [] : { id, day }
    })
    if (due.length === 0) return
    await ctx.transaction(async change => {
      for (const { id, day } of due) {
        const sending_id = await insertSending(change, id, day)
        if (sending_id !== null) await change.enqueue(sendReport, { sending_id })
      }
    })
  },
})
