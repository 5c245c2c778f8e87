import { connectTwilio, fetchTwilioFile, type TwilioAccess, type TwilioFile, twilioRefusal } from '../twilio/rest.ts'
import type { VoiceAccount } from './config.ts'
import { STATUS_EVENTS } from './twiml.ts'

/** The leg is over, so that nothing can be done with it any more. */
export class LegOver extends Error {}

/** What a recording may be told. */
export type RecordingStatus = 'paused' | 'in-progress' | 'stopped'

const accessOf = ({ accountSid, apiKey, apiSecret, apiUrl }: VoiceAccount): TwilioAccess => ({
  accountSid,
  username: apiKey,
  password: apiSecret,
  apiUrl,
})

const clients = new WeakMap<VoiceAccount, ReturnType<typeof connectTwilio>>()

function clientOf(account: VoiceAccount): ReturnType<typeof connectTwilio> {
  const client = clients.get(account) ?? connectTwilio(accessOf(account))
  clients.set(account, client)
  return client
}

/** Has a leg that goes on ask a hook what to do next. Throws `LegOver` when it does not go on. */
export const followHook = (account: VoiceAccount, leg: string, hook: string): Promise<void> =>
  aboutLeg(() => clientOf(account).calls(leg).update({ url: hook, method: 'POST' }))

/** Ends a leg; one that is over stays so. */
export const endLeg = (account: VoiceAccount, leg: string): Promise<void> =>
  aboutLeg(() => clientOf(account).calls(leg).update({ status: 'completed' })).catch(error => {
    if (!(error instanceof LegOver)) throw error
  })

interface RungColleague {
  identity: string
  /** Asked for what to do when they answer. */
  hook: string
  status: string
  seconds: number
}

/** Rings a colleague's browsers; answers the name of the leg. */
export async function ringColleague(account: VoiceAccount, colleague: RungColleague): Promise<string> {
  const { identity, hook, status, seconds } = colleague
  const { sid } = await clientOf(account).calls.create({
    to: `client:${identity}`,
    from: account.number,
    url: hook,
    timeout: seconds,
    statusCallback: status,
    statusCallbackEvent: [...STATUS_EVENTS],
  })
  return sid
}

/** Begins to record a leg, each side on a track of its own; answers the name of the recording. */
export async function startRecording(account: VoiceAccount, leg: string, hook: string): Promise<string> {
  let id = ''
  await aboutLeg(async () => {
    const { sid } = await clientOf(account)
      .calls(leg)
      .recordings.create({
        recordingChannels: 'dual',
        recordingStatusCallback: hook,
        recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
      })
    id = sid
  })
  return id
}

/** Pauses a recording, lets it go on, or ends it. What is said in a pause is not in it. */
export const setRecording = (
  account: VoiceAccount,
  { leg, recording, status }: { leg: string; recording: string; status: RecordingStatus },
): Promise<void> =>
  aboutLeg(() =>
    clientOf(account)
      .calls(leg)
      .recordings(recording)
      .update({ status, ...(status === 'paused' ? { pauseBehavior: 'skip' } : {}) }),
  )

/** The sound of a recording; `null` when the provider has it no more. */
export const fetchRecording = (account: VoiceAccount, recording: string): Promise<TwilioFile | null> =>
  fetchTwilioFile(
    accessOf(account),
    `https://api.twilio.com/2010-04-01/Accounts/${account.accountSid}/Recordings/${recording}.mp3?RequestedChannels=2`,
  )

/** Deletes the provider's copy of a recording, if there is one. */
export const removeRecording = (account: VoiceAccount, recording: string): Promise<void> =>
  aboutLeg(() => clientOf(account).recordings(recording).remove()).catch(error => {
    if (!(error instanceof LegOver)) throw error
  })

/** Why nobody can be called by it; `null` when all is well: the key opens the account, and the application is there. */
export async function voiceProblem(account: VoiceAccount): Promise<string | null> {
  try {
    const { voiceUrl } = await clientOf(account).applications(account.applicationSid).fetch()
    return voiceUrl ? null : 'The application of TWILIO_VOICE_APP has no voice address.'
  } catch (error) {
    return twilioRefusal(error)
  }
}

/** What Twilio says of a call that is not in progress, and of what is not there. */
const OVER = new Set([404, 20404, 21220, 21221])

async function aboutLeg(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    const { status, code } = error as { status?: number; code?: number | string }
    if (OVER.has(status ?? 0) || OVER.has(Number(code))) throw new LegOver('This call is over.')
    throw error
  }
}
