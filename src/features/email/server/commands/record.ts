import type { Change } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import type { EndedSendings } from '../../../outbound/events.ts'
import { notifyOfUndelivered } from '../../../outbound/server/commands/notices.ts'
import { reopenTasks } from '../../../tasks/server/commands/tasks.ts'
import { filledSubject } from '../../rules/filled.ts'
import type { EndedEmail } from '../queries/sendings.ts'

/** Puts e-mails that went out on the timelines of their leads, in the name of whoever wrote them. */
export async function recordSentEmails(ctx: Change, emails: readonly EndedEmail[]): Promise<void> {
  for (const { id, lead_id, agent_id, author, is_commercial, is_by_hand, ...email } of emails) {
    const type = is_commercial ? milestoneType.marketingEmail : milestoneType.email
    const subject = filledSubject(email.subject, email.filled ?? {})
    await addMilestones({ ...ctx, author }, [
      {
        lead_id,
        agent_id,
        milestone_type_id: type,
        milestone_option_id: type * 100 + 1,
        value: subject,
        message: { direction: 'outbound', subject },
        model_id: id,
        model_type: 'email',
        is_automatic: !is_by_hand,
      },
    ])
  }
}

/** Opens the tasks again that e-mails were to fulfil which did not go out, and tells whoever wrote to one lead. */
export async function recordNotSent(
  ctx: Change,
  emails: readonly EndedEmail[],
  ended: Pick<EndedSendings, 'state' | 'reason'>,
): Promise<void> {
  const tasks = emails.flatMap(({ task_id }) => (task_id === null ? [] : [task_id]))
  if (tasks.length > 0) await reopenTasks(ctx, tasks)
  for (const { sending_id, lead_id, author, is_by_hand } of emails)
    if (is_by_hand)
      await notifyOfUndelivered(ctx, { sending_id, lead_id, user_id: author.user_id, noun: 'e-mail' }, ended)
}
