import { fileStore } from '../../../../integrations/files/client.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import { hookUrl } from '../../../../integrations/twilio/hooks.ts'
import type { VoiceAccount } from '../../../../integrations/twilio-voice/config.ts'
import { demoAccounts } from '../../../../integrations/twilio-voice/fake.ts'
import { TOKEN_SECONDS, voiceToken } from '../../../../integrations/twilio-voice/token.ts'
import {
  dialNumber,
  hangUp,
  holdLine,
  joinRoom,
  rejectCall,
  ringClients,
  sayNotice,
  takeVoicemail,
  type VoiceHooks,
} from '../../../../integrations/twilio-voice/twiml.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { VoiceToken } from '../../contract.ts'
import { type Instruction, identityOf, NOT_SET_UP } from '../../rules.ts'

/** Whether what stands in for the provider carries the calls of this demo. */
export const isLoopback = ({ voice, sip, mode }: Pick<Config, 'voice' | 'sip' | 'mode'>): boolean =>
  !voice && !sip && mode === 'demo'

/** The account that carries voice; refused where nobody does. */
export function accountOf(config: Config): VoiceAccount {
  const account = isLoopback(config) ? (config.loopback?.account ?? demoAccounts(config.secret).voice) : config.voice
  if (!account) throw conflict(NOT_SET_UP)
  return account
}

const VOICE = '/crm/hooks/twilio/voice'
const STATUS = '/crm/hooks/twilio/voice-status'
const RECORDING = '/crm/hooks/twilio/recording'

/** The paths of the hooks, without their query. */
export const voicePaths = { voice: VOICE, status: STATUS, recording: RECORDING } as const

/** Whole addresses of the hooks. */
export const hooksOf = (config: Config): VoiceHooks & { ofCall: string } => ({
  voice: step => hookUrl(config, `${VOICE}?step=${step}`),
  status: hookUrl(config, STATUS),
  recording: hookUrl(config, RECORDING),
  /** For the recording of a call, as opposed to that of a voicemail. */
  ofCall: hookUrl(config, `${RECORDING}?of=call`),
})

/** Where the sound of recordings is. */
export const recordingFiles = (config: Config): FileStore => fileStore(config, 'recordings')

/** A token with which a user's browser registers; refused where nobody carries calls. */
export function tokenOf(config: Config, userId: number): VoiceToken {
  const account = accountOf(config)
  const identity = identityOf(userId)
  const maker = config.voice ? 'twilio' : 'loopback'
  return { token: voiceToken(account, identity), identity, ttl: TOKEN_SECONDS, maker, sip: null }
}

/** An instruction in the provider's language. */
export function twimlOf(instruction: Instruction, config: Config, hooks: VoiceHooks): string {
  switch (instruction.do) {
    case 'dial':
      return dialNumber(instruction.number, { ...instruction, callerId: config.voice?.number ?? '', hooks })
    case 'ring':
      return ringClients(instruction.identities, { ...instruction, hooks })
    case 'voicemail':
      return takeVoicemail(instruction.greeting, hooks)
    case 'say':
      return sayNotice(instruction.sentence)
    case 'hold':
      return holdLine(hooks)
    case 'room':
      return joinRoom(instruction.room, hooks)
    case 'hang up':
      return hangUp(instruction.sentence)
    case 'reject':
      return rejectCall()
  }
}
