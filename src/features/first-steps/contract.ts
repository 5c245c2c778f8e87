import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { mailRecordKinds, mailRecordStates } from '../../platform/wire/mailRecords.ts'
import { dataStepIds } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'first-steps': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'first steps': true
    site: true
  }
}

/** A step on the way from an empty installation to the first lead, as the data have it. */
export const DataStep = z.object({
  id: z.enum(dataStepIds),
  is_done: z.boolean(),
  /** What there is of it, in words. */
  facts: z.string(),
})

/** The guide of a new installation. */
export const FirstSteps = z.object({
  steps: z.array(DataStep),
  /** When somebody put it away, and who; `null` while it is shown. */
  dismissed: z.object({ by: z.string().nullable(), at: Instant }).nullable(),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** A record of the sender in DNS. */
export const SenderRecord = z.object({
  kind: z.enum(mailRecordKinds),
  /** Where it stands in DNS. */
  name: z.string(),
  state: z.enum(mailRecordStates),
  /** What stands there. */
  found: z.string().nullable(),
  said: z.string(),
  /** What to do about it. */
  mend: z.string().nullable(),
  /** What to put there as a TXT record, where that can be said. */
  put: z.string().nullable(),
})
export type SenderRecord = z.output<typeof SenderRecord>

/** What DNS says of the sender right now. */
export const SenderCheck = z.object({
  domain: z.string(),
  /** Who e-mails of the product are from. */
  sender: z.string(),
  checked_at: Instant,
  records: z.array(SenderRecord),
})
export type SenderCheck = z.output<typeof SenderCheck>

const right = 'manage_users'

export const firstStepsCalls = {
  overview: read('first-steps', {
    right,
    output: FirstSteps,
    summary: 'What a new installation still needs before the first lead, as the data have it now.',
  }),
  sender: remote('first-steps/sender', {
    right,
    method: 'GET',
    output: SenderCheck,
    summary: 'Asks DNS for SPF, DKIM and DMARC of the domain that e-mails are sent from.',
  }),
  addAreas: write('first-steps/areas', {
    right,
    output: FirstSteps,
    summary: 'Adds the municipalities, districts and neighbourhoods of the region; those that are there stay.',
  }),
  addSite: write('first-steps/sites', {
    right,
    input: z.object({
      name: line(80).min(1, { error: 'needs a name' }),
      domain: line(253).regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, {
        error: 'must be a domain such as brokerage.example',
      }),
    }),
    output: FirstSteps,
    summary: 'Adds a site of the brokerage, which sources of leads belong to.',
  }),
  dismiss: write('first-steps/dismiss', {
    right,
    output: Nothing,
    summary: 'Puts the guide away for everybody.',
  }),
  restore: write('first-steps/restore', {
    right,
    output: Nothing,
    summary: 'Shows the guide again.',
  }),
}
