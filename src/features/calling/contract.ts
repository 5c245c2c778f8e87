import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { callDirections, callOutcomes, callStates, recordingActions, recordingStates, sipEvents } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    calls: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    call: true
    call_settings: true
    extension: true
  }
}

/** Columns of the table, under their own names. */
export const callColumns = {
  id: Id,
  lead_id: Id.nullable(),
  /** Who placed it, or answered it. */
  user_id: Id.nullable(),
  agent_id: Id.nullable(),
  direction: z.enum(callDirections),
  from_number: z.string(),
  to_number: z.string(),
  /** How the provider calls it; `null` until the browser has connected. */
  provider_id: z.string().nullable(),
  state: z.enum(callStates),
  /** Why it failed or was refused, in words. */
  reason: z.string().nullable(),
  ringing_at: Instant.nullable(),
  connected_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** Seconds talked. */
  duration: z.int(),
  task_id: Id.nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  notes: z.string(),
  milestone_id: z.int().nullable(),
  /** Seconds of the voicemail that the caller left; `null` when there is none. */
  recording_seconds: z.int().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
}

/** A call that went, or goes, through the product. */
export const CallRecord = z.object(callColumns)
export type CallRecord = z.output<typeof CallRecord>

/** What was recorded of a call, or said to the voicemail. */
export const CallRecording = z.object({
  kind: z.enum(['call', 'voicemail']),
  state: z.enum(recordingStates),
  /** `null` until it is over. */
  seconds: z.int().nullable(),
})
export type CallRecording = z.output<typeof CallRecording>

/** A call of a lead, with what can be heard of it. */
export const ListedCall = CallRecord.extend({ recording: CallRecording.nullable() })
export type ListedCall = z.output<typeof ListedCall>

/** How a call is that goes on. */
export const CallLine = z.object({
  id: Id,
  state: z.enum(callStates),
  /** Whether the viewer is the one who talks, and may do something about it. */
  is_mine: z.boolean(),
  is_held: z.boolean(),
  /** What moves its legs: the provider when it is asked to, or the browser itself, for calls by the brokerage's own telephone system. */
  moved_by: z.enum(['provider', 'browser']),
  recording: CallRecording.nullable(),
  /** When the lead was told that the call is recorded, and when they said no. */
  notice_at: Instant.nullable(),
  recording_refused_at: Instant.nullable(),
  /** A colleague who is asked first, or who is rung because the call is handed to them. */
  colleague: z.object({ id: Id, name: z.string(), how: z.enum(['asked', 'talking', 'rung']) }).nullable(),
})
export type CallLine = z.output<typeof CallLine>

/** What the administrators set about calls. */
export const CallSettings = z.object({
  is_recorded: z.boolean(),
  notice: line(500).min(20, { error: 'must say that the call is recorded, and what for' }),
  keep_days: z.int().min(1).max(3650),
  greeting: line(500).nullable(),
})

/** What a browser needs to register for calls. */
export const VoiceToken = z.object({
  token: z.string(),
  /** The name under which calls reach this person. */
  identity: z.string(),
  /** Seconds for which the token is good. */
  ttl: z.int(),
  /** What carries the voice. */
  maker: z.enum(['twilio', 'loopback', 'sip']),
  /** Where and as whom to register, for a telephone system of the brokerage's own; the token is the password. */
  sip: z
    .object({
      url: z.string(),
      domain: z.string(),
      extension: z.string(),
      /** Under which name the password is good. */
      name: z.string(),
      ice_servers: z.array(
        z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }),
      ),
    })
    .nullable(),
})
export type VoiceToken = z.output<typeof VoiceToken>

/** A call that was decided on, with what the voice connects with. */
export const PreparedCall = z.object({
  call: CallRecord,
  params: z.object({ user_id: z.string(), agent_id: z.string(), task_id: z.string().optional() }),
})
export type PreparedCall = z.output<typeof PreparedCall>

/** A call that rings in the caller's windows. */
export const RingingCall = z.object({
  id: Id,
  provider_id: z.string().nullable(),
  number: z.string(),
  /** `null` while it is nobody that the caller may see. */
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string(), status_value: z.int() }).nullable(),
  /** Since when, and until when it rings here before it goes on to others. */
  since: Instant,
  until: Instant,
  /** Why they may be calling: at most three facts, the newest first. */
  facts: z.array(z.object({ kind: z.enum(['call', 'task', 'showing']), text: z.string(), at: Instant.nullable() })),
  last_note: z.object({ text: z.string(), at: Instant }).nullable(),
  /** The colleague who hands it over, or asks about it; `null` for one that comes from outside. */
  colleague: z.string().nullable(),
})
export type RingingCall = z.output<typeof RingingCall>

/** Somebody who may call, with their extension at the telephone system. */
export const Extension = z.object({
  user_id: Id,
  name: z.string(),
  /** `null` for somebody who has none, and so calls with what their device has for it. */
  extension: z.string().nullable(),
  has_password: z.boolean(),
})
export type Extension = z.output<typeof Extension>

/** The telephone system of the brokerage, as administrators see it. */
export const SipSetup = z.object({
  /** `null` where calls do not go through one. */
  domain: z.string().nullable(),
  /** Nobody needs a password: the server makes credentials that end. */
  makes_credentials: z.boolean(),
  extensions: z.array(Extension),
})
export type SipSetup = z.output<typeof SipSetup>

/** How a browser calls a call by SIP. */
const SipName = z.string().regex(/^[\w.!%*+`'~()<>:"/[\]?{}@-]{1,200}$/, { error: 'must be the Call-ID of a SIP call' })

const right = 'view_leads'

export const callingCalls = {
  token: read('twilio/accessToken', {
    right,
    isUrgent: true,
    output: VoiceToken,
    summary: 'A token with which the browser of the caller registers for calls.',
  }),
  list: read('calls', {
    right,
    input: z.object({ ...PageInput.shape, lead_id: Id }),
    output: page(ListedCall),
    summary: 'The calls with a lead, newest first.',
  }),
  prepare: write('calls', {
    right,
    isUrgent: true,
    input: z.object({
      lead_id: Id,
      /** The task that the call fulfils. */
      task_id: Id.optional(),
      /** The person was asked whether to call outside of the hours, and said yes; written down with the call. */
      confirmed: z.boolean().optional(),
      /** The power dialer calls down a list; refused to those for whom it is off. */
      by_dialer: z.boolean().optional(),
    }),
    output: PreparedCall,
    creates: true,
    summary: 'Decides whether a lead may be called now, and answers what the voice connects with.',
  }),
  ringing: read('calls/ringing', {
    right,
    isUrgent: true,
    output: z.array(RingingCall),
    summary: 'The calls that ring for the caller now.',
  }),
  decline: write('calls/:id/decline', {
    right,
    isUrgent: true,
    output: z.object({ id: Id }),
    summary: 'Stops a call from ringing for the caller; it rings on for everybody else.',
  }),
  outcome: write('calls/:id/outcome', {
    right,
    isUrgent: true,
    input: z.object({
      /** Empty takes it back. */
      outcome: z.enum(callOutcomes).nullable(),
      notes: line(5000).optional(),
    }),
    output: CallRecord,
    summary: 'Says how a call went. What was said before is replaced, on the timeline, too.',
  }),
  line: read('calls/:id/line', {
    right,
    isUrgent: true,
    output: CallLine,
    summary: 'How a call is that goes on: held, recorded, with a colleague.',
  }),
  hold: remote('calls/:id/hold', {
    right,
    input: z.object({ held: z.boolean() }),
    output: CallLine,
    summary: 'Puts the other side on hold, or takes them back.',
  }),
  consult: remote('calls/:id/consult', {
    right,
    input: z.object({ user_id: Id.nullable() }),
    output: CallLine,
    summary: 'Asks a colleague about a call while the other side is on hold; nobody ends that.',
  }),
  transfer: remote('calls/:id/transfer', {
    right,
    input: z.object({
      /** To whom, without asking first; left out, it goes to the colleague who was asked. */
      user_id: Id.optional(),
    }),
    output: CallLine,
    summary: 'Hands a call to a colleague.',
  }),
  record: remote('calls/:id/recording', {
    right,
    input: z.object({ action: z.enum(recordingActions) }),
    output: CallLine,
    summary:
      'Pauses the recording of a call, lets it go on, or ends and deletes it because the other side does not want it.',
  }),
  audio: read('calls/:id/audio', {
    right,
    output: z.object({}),
    summary: 'What was recorded of a call, or said to the voicemail, as a sound file.',
  }),
  sipDial: write('sip/calls', {
    right,
    isUrgent: true,
    input: z.object({ lead_id: Id, name: SipName }),
    output: z.object({
      /** Whom to dial; `null` when the call may not be made any more. */
      number: z.string().nullable(),
      reason: z.string().nullable(),
    }),
    summary: 'Hands out the number of a call that was prepared, to a browser that calls by SIP.',
  }),
  sipRing: write('sip/calls/ringing', {
    right,
    isUrgent: true,
    input: z.object({ name: SipName, from: line(100) }),
    output: z.object({
      provider_id: z.string().nullable(),
      /** Not to ring: the number is blocked. */
      is_refused: z.boolean(),
    }),
    summary: 'Tells of a call that rings at the extension of the caller.',
  }),
  sipReport: write('sip/calls/report', {
    right,
    isUrgent: true,
    input: z.object({
      provider_id: line(210),
      event: z.enum(sipEvents),
      /** To whom it was handed. */
      user_id: Id.optional(),
    }),
    output: z.object({}),
    summary: 'What has become of a call by SIP, as its browser sees it; `alive` says that it goes on.',
  }),
  sipTarget: read('calls/:id/sip-target', {
    right,
    isUrgent: true,
    input: z.object({ user_id: Id }),
    output: z.object({ target: z.string() }),
    summary: 'Where a call by SIP is sent that is handed to a colleague.',
  }),
  sipSetup: read('sip/extensions', { right: 'manage_users', output: SipSetup }),
  setExtension: write('sip/extensions/:id', {
    right: 'manage_users',
    input: z.object({
      /** Empty takes it away. */
      extension: z
        .string()
        .regex(/^[\w.-]{1,64}$/, { error: 'may have letters, digits, dots and dashes' })
        .nullable(),
      /** Left out, the one before stays. */
      password: line(200).optional(),
    }),
    output: SipSetup,
    summary: 'Gives somebody an extension at the telephone system. The password is stored sealed, and shown to nobody.',
  }),
  settings: read('calls/settings', { right: 'manage_users', output: CallSettings }),
  setSettings: write('calls/settings', {
    right: 'manage_users',
    input: CallSettings.partial(),
    output: CallSettings,
    summary:
      'Whether calls are recorded, what is said before, how long recordings are kept, and how callers are greeted.',
  }),
}
