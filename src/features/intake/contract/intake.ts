import { z } from 'zod'
import { read, remote, write } from '../../../platform/wire/call.ts'
import { Id, line, Nothing } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { IntakeMail, MailFields, MailInBrief, MailMark, ReaderTrial } from './mails.ts'
import { FieldMapping, MappingSamples, MappingTrial } from './mapping.ts'
import {
  IntakeOverview,
  IntakeRefusal,
  IntakeSource,
  ShownEvent,
  SourceFields,
  SourceWithKey,
  sourceKinds,
} from './sources.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    intake: true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'intake source': true
    'intake event': true
    'intake mail': true
    'mail reader': true
  }
}

const right = 'is_admin'
const Marks = z.object({ marks: z.array(MailMark).min(1, { error: 'must mark a field' }).max(30) })

export const intakeCalls = {
  overview: read('intake/sources', {
    right,
    output: IntakeOverview,
    summary: 'Where leads come from: sites, mailboxes, webhooks, and unknown callers, with what came lately.',
  }),
  add: write('intake/sources', {
    right,
    input: SourceFields.extend({ kind: z.enum(sourceKinds), site_id: Id.nullable().optional() }),
    output: SourceWithKey,
    creates: true,
    answersSecret: true,
    summary: 'Adds a source. Its key is in the answer, and nowhere else afterwards.',
  }),
  update: write('intake/sources/:id', {
    right,
    input: SourceFields.partial().extend({ is_active: z.boolean().optional() }),
    output: IntakeSource,
    summary: 'Renames a source, says which addresses only pass messages on, or switches it off.',
  }),
  rotate: write('intake/sources/:id/keys', {
    right,
    output: SourceWithKey,
    creates: true,
    answersSecret: true,
    summary: 'Gives a source a new key, shown this once; the one before stays valid for a week.',
  }),
  revoke: write('intake/keys/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Ends a key at once.',
  }),
  events: read('intake/events', {
    right,
    input: PageInput.extend({ state: ShownEvent.shape.state.optional() }),
    output: page(ShownEvent),
    summary: 'What sources reported, newest first. Sources send to the same address; see the guide to integrating.',
  }),
  retry: write('intake/events/:id/retry', {
    right,
    output: Nothing,
    summary: 'Has an event dealt with again that was given up after several tries. Happens shortly after the answer.',
  }),
  refusals: read('intake/refusals', {
    right,
    input: PageInput,
    output: page(IntakeRefusal),
    summary: 'Requests with a known key that were refused, or held something that was, newest first.',
  }),
  replay: remote('intake/refusals/:id/replay', {
    right,
    output: z.object({ accepted: z.int(), refused: z.int() }),
    summary:
      'Reads a refused request again, as if it came now and were signed. What was accepted before stays as it is.',
  }),
  dismiss: write('intake/refusals/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Puts a refused request aside.',
  }),
  samples: read('intake/sources/:id/samples', {
    right,
    output: MappingSamples,
    summary: 'What a source that sends any JSON sent lately, value by value, and where our fields are in it.',
  }),
  tryMapping: read('intake/sources/:id/mapping/try', {
    right,
    method: 'POST',
    input: FieldMapping,
    output: MappingTrial,
    summary: 'Tries a mapping on the stored requests of its source. Nothing is saved.',
  }),
  saveMapping: remote('intake/sources/:id/mapping', {
    right,
    input: FieldMapping,
    output: z.object({ replayed: z.int() }),
    summary: 'Saves where our fields are in the JSON of a source, and replays what was refused before.',
  }),
  mails: read('intake/mails', {
    right,
    input: PageInput.extend({ state: z.enum(['read', 'unread', 'ignored']).optional() }),
    output: page(MailInBrief),
    summary: 'Lead e-mails, newest first.',
  }),
  mail: read('intake/mails/:id', { right, output: IntakeMail, summary: 'One lead e-mail as it came.' }),
  tryReader: read('intake/mails/:id/try', {
    right,
    method: 'POST',
    input: Marks,
    output: ReaderTrial,
    summary: 'Tries what was marked in one mail on all stored mails of its sender. Nothing is saved.',
  }),
  saveReader: remote('intake/mails/:id/reader', {
    right,
    input: Marks.extend({ name: line(80).optional() }),
    output: z.object({ read: z.int() }),
    summary: 'Saves how the mails of this sender are read, and replays those that nobody could read.',
  }),
  byHand: write('intake/mails/:id/lead', {
    right,
    input: MailFields,
    output: IntakeMail,
    summary: 'Makes a lead of one mail by the fields that a person entered.',
  }),
  ignore: write('intake/mails/:id/ignore', {
    right,
    output: Nothing,
    summary: 'Puts a mail aside that is about no lead. It is kept.',
  }),
  replayMails: remote('intake/mails/replay', {
    right,
    output: z.object({ read: z.int(), unread: z.int() }),
    summary: 'Reads again what nobody could read, by the readers that there are now.',
  }),
}
