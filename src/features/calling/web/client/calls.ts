import { call, download } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { userCalls } from '../../../people/contract/people.ts'
import { type CallLine, type CallRecord, callingCalls, type PreparedCall, type VoiceToken } from '../../contract.ts'
import type { CallOutcome } from '../../rules.ts'

/** The calls that ring for the person now. */
export const ringingQuery = queryOf(callingCalls.ringing, {}, { topics: ['calls'], refetchOnMount: 'always' })

/** A token with which this browser calls. */
export const fetchToken = (): Promise<VoiceToken> => call(callingCalls.token)

/** Has the server decide on a call; `confirmed` says that the person was asked whether to call at this hour. */
export const prepareCall = (wanted: {
  lead_id: number
  task_id?: number
  confirmed?: boolean
  by_dialer?: boolean
}): Promise<PreparedCall> => call(callingCalls.prepare, wanted)

/** Stops a call from ringing for this person. */
export const declineCall = (id: number): Promise<unknown> => call(callingCalls.decline, { id })

/** Says how a call went; `null` takes it back. */
export const saveOutcome = (id: number, outcome: CallOutcome | null, notes?: string): Promise<CallRecord> =>
  call(callingCalls.outcome, { id, outcome, ...(notes === undefined ? {} : { notes }) })

/** Calls of which a lead's page says what can be heard. */
const HEARD = 200

/** The calls with a lead, newest first. */
export const callsOfLeadQuery = (leadId: number) =>
  queryOf(callingCalls.list, { lead_id: leadId, perPage: HEARD }, { topics: ['calls'] })

/** The sound of a call. */
export const fetchSound = async (id: number): Promise<Blob> => (await download(callingCalls.audio, { id })).blob

/** Colleagues to whom a call can be handed. */
export const colleaguesQuery = queryOf(userCalls.agents, { perPage: 200, active: true }, { topics: ['people'] })

/** How a call is that goes on. */
export const lineQuery = (id: number) =>
  queryOf(callingCalls.line, { id }, { topics: ['calls'], refetchOnMount: 'always' })

/** What the administrators set about calls. */
export const callSettingsQuery = queryOf(callingCalls.settings, {}, { topics: ['calls'] })

/** Saves some of it. */
export const saveCallSettings = async (given: Partial<InputOf<typeof callingCalls.setSettings>>): Promise<void> =>
  void queryClient.setQueryData(callSettingsQuery.queryKey, await call(callingCalls.setSettings, given))

/** Shows an answer about a call that goes on before the live change arrives. */
const shown = (line: CallLine): CallLine => {
  queryClient.setQueryData(lineQuery(line.id).queryKey, line)
  return line
}

/** Puts the other side on hold, or takes them back. */
export const holdCall = async (id: number, held: boolean): Promise<CallLine> =>
  shown(await call(callingCalls.hold, { id, held }))
/** Where a call by the brokerage's own telephone system is sent that is handed to a colleague. */
export const sipTarget = (id: number, user_id: number): Promise<{ target: string }> =>
  call(callingCalls.sipTarget, { id, user_id })

/** The telephone system, and who has which extension there. */
export const sipSetupQuery = queryOf(callingCalls.sipSetup, {}, { topics: ['calls'] })
/** Gives somebody an extension, or takes it away. */
export const saveExtension = async (given: InputOf<typeof callingCalls.setExtension>): Promise<void> =>
  void queryClient.setQueryData(sipSetupQuery.queryKey, await call(callingCalls.setExtension, given))

/** Asks a colleague first; `null` ends that. */
export const consult = async (id: number, user_id: number | null): Promise<CallLine> =>
  shown(await call(callingCalls.consult, { id, user_id }))
/** Hands a call to a colleague: to this one at once, or to the one who was asked. */
export const transferCall = async (id: number, user_id?: number): Promise<CallLine> =>
  shown(await call(callingCalls.transfer, { id, ...(user_id === undefined ? {} : { user_id }) }))
/** Pauses a recording, lets it go on, or ends and deletes it. */
export const changeRecording = async (id: number, action: 'pause' | 'resume' | 'refuse'): Promise<CallLine> =>
  shown(await call(callingCalls.record, { id, action }))
