import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { grantPermit } from '../../../../platform/server/permit.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { digestDay } from '../../rules/quiet.ts'
import { defaultSettings } from '../commands/choices.ts'
import { digestReaders, insertDigest, setDigestOutcome, type WaitingDigest, waitingDigest } from '../queries/digests.ts'
import { notificationPage } from '../queries/notifications.ts'
import { digestEmail } from './emails.ts'

const Data = z.object({ digest_id: Id })
const MAX_TRIES = 8
/** Notifications that the e-mail lists; of the rest it says how many there are. */
const LISTED = 20

/** Sends the daily e-mail of what a person has not read; with nothing unread, none. */
export const sendDigest: Job<z.output<typeof Data>> = defineJob({
  name: 'send-notification-digest',
  title: 'Send the daily e-mail of notifications',
  data: Data,
  retryLimit: MAX_TRIES - 1,
  expireInSeconds: 120,
  sends: true,
  async run(ctx, { digest_id }) {
    const waiting = await waitingDigest(ctx.db, digest_id)
    if (!waiting) return
    const outcome = await deliver(ctx, waiting)
    await ctx.transaction(change => setDigestOutcome(change, waiting.id, outcome))
    if (outcome.state === 'waiting') throw new Error(`A daily e-mail is waiting: ${outcome.problem}`)
  },
})

type Outcome = Parameters<typeof setDigestOutcome>[2]
const unneeded = (problem: string): Outcome => ({ state: 'failed', problem })

async function deliver(
  ctx: JobContext,
  { id, user_id, email, first_name, last_name, tries }: WaitingDigest,
): Promise<Outcome> {
  const viewer = await viewerOfUser(ctx.db, user_id)
  if (!viewer) return unneeded('The account was deactivated.')
  const { data, total } = await notificationPage({ ...ctx, viewer }, { unread: true, perPage: LISTED })
  if (total === 0) return unneeded('Everything was read.')
  const content = digestEmail(ctx.config, { first_name, zone: viewer.zone, entries: data, more: total - data.length })
  if (!content) return unneeded('KEYTURN_PUBLIC_URL is not set.')
  const mail = {
    to: { name: `${first_name} ${last_name}`.trim(), address: email },
    key: `notification-digest-${id}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    content,
  }
  const { state, problem } = await attemptMail(ctx.config, mail, {
    tries,
    limit: MAX_TRIES,
    permit: grantPermit(`notification digest:${id}`),
  })
  // A second one does no harm: it is the same message, under its id.
  return { state: state === 'unknown' ? 'waiting' : state, problem }
}

/** Begins the daily e-mails whose time has come where their readers are. */
export const sendDueDigests = defineJob({
  name: 'send-due-digests',
  title: 'Begin the daily e-mails of notifications',
  data: z.object({}),
  cron: '*/10 * * * *',
  keyed: true,
  async run(ctx) {
    if (await isSendingPaused(ctx.db)) return
    const due = (await digestReaders(ctx)).flatMap(({ user_id, zone, digest_at, has_settings }) => {
      const day = digestDay(has_settings ? digest_at : defaultSettings.digest_at, zone, ctx.now)
      return day === null ? [] : { user_id, day }
    })
    if (due.length === 0) return
    await ctx.transaction(async change => {
      for (const { user_id, day } of due) {
        const digest_id = await insertDigest(change, user_id, day)
        if (digest_id !== null) await change.enqueue(sendDigest, { digest_id })
      }
    })
  },
})
