import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf, serveTwilioHooks } from '../../../integrations/twilio/hooks.ts'
import type { HookFields } from '../../../integrations/twilio/signature.ts'
import { demoAccounts, serveLoopback } from '../../../integrations/twilio-voice/fake.ts'
import type { Change } from '../../../platform/server/context.ts'
import type { RouteDependencies } from '../../../platform/server/feature.ts'
import { type Instruction, type ProviderStatus, userOfIdentity } from '../rules.ts'
import { afterColleague, joinConsulted, nextOf } from './commands/lines.ts'
import { connectCall } from './commands/place.ts'
import { receiveCall, ringRound } from './commands/receive.ts'
import { giveNotice, reportRecording } from './commands/recording.ts'
import { reportCall } from './commands/report.ts'
import { recordVoicemail } from './commands/voicemail.ts'
import { lockProviderCall } from './queries/calls.ts'
import { hooksOf, isLoopback, twimlOf, voicePaths } from './remote/provider.ts'

/** The provider's hooks for calls; in a demo, what stands in for the provider, too. */
export function registerVoiceHooks(app: FastifyInstance, { config, log, transaction }: RouteDependencies): void {
  const isDemo = isLoopback(config)
  const accounts = isDemo ? { ...config, twilio: demoAccounts(config.secret).twilio } : config
  const hooks = hooksOf(config)
  serveTwilioHooks(
    app,
    accounts,
    {
      [voicePaths.voice]: async (fields, request, reply) =>
        xml(reply, twimlOf(await answerOf(fields, request), config, hooks)),
      [voicePaths.status]: async (fields, _request, reply) => {
        await transaction('calling.reported', ctx => reportCall(ctx, reportOf(fields)))
        return reply.code(204).send()
      },
      [voicePaths.recording]: async (fields, request, reply) => {
        const recorded = {
          providerId: fieldOf(fields, 'CallSid'),
          recordingId: fieldOf(fields, 'RecordingSid'),
          seconds: numberIn(fields, 'RecordingDuration') ?? 0,
        }
        const { of } = request.query as { of?: string }
        const status = fieldOf(fields, 'RecordingStatus')
        if (of === 'call')
          await transaction('calling.recorded', ctx =>
            reportRecording(ctx, { ...recorded, leg: recorded.providerId, status }),
          )
        else if (status === '' || status === 'completed')
          await transaction('calling.recorded', ctx => recordVoicemail(ctx, recorded))
        return reply.code(204).send()
      },
    },
    log,
  )
  if (isDemo) serveLoopback(app, config)

  /** What is to be done with a call: first who it is from, then what comes after a round of ringing. */
  async function answerOf(fields: HookFields, request: FastifyRequest): Promise<Instruction> {
    const { step } = request.query as { step?: string }
    const providerId = fieldOf(fields, 'CallSid')
    const [from, to] = [fieldOf(fields, 'From'), fieldOf(fields, 'To')]
    const wasAnswered = ['completed', 'answered'].includes(fieldOf(fields, 'DialCallStatus'))
    if (step === 'notice') return transaction('calling.notice', ctx => noticeFor(ctx, fields))
    if (step === 'back') return transaction('calling.handed', ctx => afterColleague(ctx, providerId, wasAnswered))
    const [, asked] = /^consult-(\d{1,9})$/.exec(step ?? '') ?? []
    if (asked !== undefined)
      return transaction('calling.consulted', ctx => joinConsulted(ctx, Number(asked), providerId))
    if (step === 'done' || step === 'next' || wasAnswered)
      return transaction('calling.next', ctx => nextOf(ctx, providerId))
    const userId = userOfIdentity(from)
    if (userId !== null) {
      const opened = { providerId, userId, leadId: numberIn(fields, 'user_id') ?? 0 }
      return transaction('calling.connected', ctx => connectCall(ctx, opened))
    }
    return transaction('calling.received', async ctx => {
      const call = await receiveCall(ctx, { providerId, from, to })
      return ringRound(ctx, call, Number(step ?? 0) || 0)
    })
  }
}

/** What the person hears whom a browser calls, before they are connected. */
async function noticeFor(ctx: Change, fields: HookFields): Promise<Instruction> {
  const call = await lockProviderCall(ctx, fieldOf(fields, 'ParentCallSid') || fieldOf(fields, 'CallSid'))
  const sentence = call && (await giveNotice(ctx, call))
  return sentence ? { do: 'say', sentence } : { do: 'say', sentence: '' }
}

const xml = (reply: FastifyReply, text: string) => reply.type('text/xml; charset=utf-8').send(text)

/** A whole number; `null` for a field that is missing or holds something else. */
function numberIn(fields: HookFields, name: string): number | null {
  const text = fieldOf(fields, name)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

const reportOf = (fields: HookFields) => {
  const parent = fieldOf(fields, 'ParentCallSid')
  return {
    legId: fieldOf(fields, 'CallSid'),
    parent,
    leg: parent ? ('person' as const) : ('call' as const),
    status: fieldOf(fields, 'CallStatus') as ProviderStatus,
    to: fieldOf(fields, 'To') || fieldOf(fields, 'Called'),
    duration: numberIn(fields, 'CallDuration'),
  }
}
