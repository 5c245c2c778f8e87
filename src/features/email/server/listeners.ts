import { sendingsEnded } from '../../outbound/events.ts'
import { recordNotSent, recordSentEmails } from './commands/record.ts'
import { emailsOfSendings } from './queries/sendings.ts'

/** What went out stands on the timeline, also when that was known late; a task is open again when its e-mail did not go out. */
export function followSendings(): void {
  sendingsEnded.on(async (ctx, { state, reason, sendings }) => {
    const ids = sendings.filter(({ channel }) => channel === 'email').map(({ id }) => id)
    const emails = ids.length === 0 ? [] : await emailsOfSendings(ctx, ids)
    if (state === 'sent') await recordSentEmails(ctx, emails)
    else await recordNotSent(ctx, emails, { state, reason })
  })
}
