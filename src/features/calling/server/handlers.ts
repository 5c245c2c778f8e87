import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { callingCalls, RingingCall } from '../contract.ts'
import { extensionHandlers } from './commands/extensions.ts'
import { sayOutcome } from './commands/outcome.ts'
import { prepareCall } from './commands/place.ts'
import { publishCall } from './commands/publish.ts'
import { sipHandlers } from './commands/sip.ts'
import { callerFacts, callsOfLead, lockRinging, requireAudible, ringingFor, writeCall } from './queries/calls.ts'
import { recordingOf } from './queries/recordings.ts'
import { callSettings, storeCallSettings } from './queries/settings.ts'
import { lineHandlers } from './remote/lines.ts'
import { recordingFiles, tokenOf } from './remote/provider.ts'
import { sipTokenOf } from './remote/sipToken.ts'

export const callingHandlers: Handlers<typeof callingCalls> = {
  token: async ctx => (ctx.config.sip ? sipTokenOf(ctx, ctx.config.sip) : tokenOf(ctx.config, ctx.viewer.user_id)),

  async list(ctx, input) {
    await requireLead(ctx, input.lead_id)
    return callsOfLead(ctx, input)
  },

  prepare: prepareCall,
  ringing: ringingCalls,

  async decline(ctx, { id }) {
    const call = await lockRinging(ctx, id)
    const declined = [...new Set([...call.declined, ctx.viewer.user_id])]
    publishCall(ctx, await writeCall(ctx, id, { declined }))
    return { id }
  },

  outcome: sayOutcome,
  ...lineHandlers,
  ...sipHandlers,
  ...extensionHandlers,

  async audio(ctx, { id }, { sendFile }) {
    await requireAudible(ctx, id)
    const recording = await recordingOf(ctx, id)
    if (recording?.state !== 'stored' || recording.file === null) throw notFound('recording')
    const sound = await recordingFiles(ctx.config).open(recording.file)
    if (!sound) throw notFound('recording')
    const type = recording.type ?? 'audio/mpeg'
    const filename = `Call ${recording.started_at.slice(0, 10)}.${type === 'audio/mpeg' ? 'mp3' : 'wav'}`
    sendFile({ filename, type, size: sound.size, isShown: true, body: sound.body })
    return {}
  },

  settings: ctx => callSettings(ctx),

  async setSettings(ctx, given) {
    const before = await callSettings(ctx)
    const after = { ...before, ...given }
    await storeCallSettings(ctx, after)
    ctx.audit({ subject: 'call_settings', subject_id: null, before, after })
    ctx.changed('calls', [], ['right:manage_users'])
    return after
  },
}

async function ringingCalls(ctx: ReadContext): Promise<RingingCall[]> {
  const rows = await ringingFor(ctx)
  return Promise.all(
    rows.map(async ({ lead_id, first_name, last_name, status_value, ...call }) => ({
      id: call.id,
      provider_id: call.provider_id,
      number: call.from_number,
      colleague: call.colleague,
      lead:
        lead_id === null
          ? null
          : { id: lead_id, first_name: first_name ?? '', last_name: last_name ?? '', status_value: status_value ?? 1 },
      since: call.created_at,
      until: call.rings_until ?? call.created_at,
      ...(lead_id === null ? { facts: [], last_note: null } : await callerFacts(ctx, lead_id)),
    })),
  )
}
