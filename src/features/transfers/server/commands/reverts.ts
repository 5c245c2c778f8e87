import { z } from 'zod'
import { type AuditRevert, changedSince } from '../../../../platform/server/auditTexts.ts'
import { forbidden } from '../../../../platform/server/errors.ts'
import { settingOf } from '../../../settings/server/queries.ts'
import { flagBogus, restoreBogus } from './bogus.ts'
import { requireReceiver } from './handOver.ts'
import { giveBack, HeldBefore } from './reassign.ts'
import { chooseRecruiter } from './recruiter.ts'

const Moved = z.object({
  subject_id: z.coerce.number(),
  before: HeldBefore.omit({ id: true }),
  after: z.object({ agent_id: z.int() }),
})

/** Gives leads back to whoever had them; of several, those that are still where they went. */
const revertAgents: AuditRevert = async (ctx, { changes }) => {
  if (!ctx.viewer.rights.has('is_admin')) throw forbidden()
  let changed = 0
  for (const change of changes) {
    const moved = Moved.safeParse(change).data
    if (!moved) continue
    const { subject_id: id, before, after } = moved
    if (before.agent_id !== null) await requireReceiver(ctx, before.agent_id, 'agent')
    changed += (await giveBack(ctx, [{ id, ...before }], after.agent_id)).changed.length
  }
  if (changed === 0) throw changedSince()
}

const Chosen = z.object({ user_id: z.int().nullable() })

/** What can be reverted of hand-overs, by the call. */
export const transferReverts: Readonly<Record<string, AuditRevert>> = {
  assign: revertAgents,
  reassign: revertAgents,
  handToRecruiter: revertAgents,
  async flagBogus(ctx, { changes }) {
    for (const { subject_id } of changes.filter(({ after }) => isFlag(after, true)))
      await restoreBogus(ctx, Number(subject_id))
  },
  async restoreBogus(ctx, { changes }) {
    for (const { subject_id } of changes.filter(({ after }) => isFlag(after, false)))
      await flagBogus(ctx, Number(subject_id))
  },
  async setRecruiter(ctx, { changes }) {
    const [was, is] = [Chosen.safeParse(changes[0]?.before).data, Chosen.safeParse(changes[0]?.after).data]
    if (!was || !is || (await settingOf(ctx.db, 'recruiter')) !== is.user_id) throw changedSince()
    await chooseRecruiter(ctx, was.user_id)
  },
}

const isFlag = (after: unknown, value: boolean): boolean =>
  typeof after === 'object' && after !== null && 'is_bogus' in after && after.is_bogus === value
