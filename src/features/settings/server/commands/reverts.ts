import { z } from 'zod'
import { type AuditRevert, changedSince, requireUnchanged } from '../../../../platform/server/auditTexts.ts'
import { FeatureName, FeatureSwitch } from '../../contract.ts'
import { featureReaches } from '../../rules.ts'
import { featureOptions, settingOf } from '../queries.ts'
import { changeOptions, changeReach, changeSwitch, reachNow, switchNow } from './features.ts'
import { changeNotice } from './notice.ts'

const Switch = FeatureSwitch.extend({ enabled: z.boolean().nullable() })
const Enabled = z.object({ enabled: z.boolean().nullable() })
const Reach = z.object({ on_for: z.enum(featureReaches) })
const Options = z.object({ agent_only: z.boolean(), permission: z.string().nullable() })
const Notice = z.object({ notice: z.string().nullable() })

/** Both sides of the only change of an entry; entries that were written otherwise long ago are left as they are. */
function sidesOf<Before, After>(
  changes: Parameters<AuditRevert>[1]['changes'],
  before: z.ZodType<Before>,
  after: z.ZodType<After>,
): { was: Before; is: After } {
  const [was, is] = [before.safeParse(changes[0]?.before), after.safeParse(changes[0]?.after)]
  if (!was.success || !is.success) throw changedSince()
  return { was: was.data, is: is.data }
}

/** What can be reverted of the settings, by the call. */
export const settingsReverts: Readonly<Record<string, AuditRevert>> = {
  async setNotice(ctx, { changes }) {
    const { was, is } = sidesOf(changes, Notice, Notice)
    requireUnchanged({ notice: await settingOf(ctx.db, 'notice') }, is)
    await changeNotice(ctx, was.notice)
  },
  async setFeature(ctx, { changes }) {
    const { was, is } = sidesOf(changes, Enabled, Switch)
    requireUnchanged({ enabled: await switchNow(ctx, is) }, { enabled: is.enabled })
    await changeSwitch(ctx, { ...is, enabled: was.enabled })
  },
  async setFeatureReach(ctx, { changes }) {
    const { was, is } = sidesOf(changes, Reach, Reach)
    const feature = FeatureName.parse(changes[0]?.subject_id)
    requireUnchanged({ on_for: await reachNow(ctx, feature) }, is)
    await changeReach(ctx, feature, was.on_for)
  },
  async setFeatureOptions(ctx, { changes }) {
    const { was, is } = sidesOf(changes, Options, Options)
    const feature = FeatureName.parse(changes[0]?.subject_id)
    requireUnchanged(await featureOptions(ctx.db, feature), is)
    await changeOptions(ctx, feature, was)
  },
}
