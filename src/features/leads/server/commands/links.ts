import type { Change } from '../../../../platform/server/context.ts'
import { foldEmail } from '../../rules.ts'
import { recallLinks } from '../queries/links.ts'

interface Addressed {
  id: number
  email: string | null
  email_private: string | null
}

/** The address to which e-mails go. */
const addressOf = ({ email, email_private }: Addressed) => foldEmail(email_private ?? email)

/** Whoever reads the old address of a lead must not go on opening what is sent to the new one. */
export async function recallAfterNewAddress(
  ctx: Change,
  changes: readonly { before: Addressed; after: Addressed }[],
): Promise<void> {
  const moved = changes.filter(
    ({ before, after }) => addressOf(before) !== null && addressOf(before) !== addressOf(after),
  )
  await recallLinks(
    ctx,
    moved.map(({ after }) => after.id),
  )
}

/** Recalls the links of all e-mails that were sent to a lead, as when one was forwarded to somebody else. */
export async function recallLinksOf(ctx: Change, leadId: number): Promise<void> {
  await recallLinks(ctx, [leadId])
  ctx.audit({ subject: 'lead', subject_id: leadId, after: { links_recalled_at: ctx.now.toISOString() } })
}
