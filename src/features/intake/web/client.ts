import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { intakeCalls } from '../contract/intake.ts'
import type { MailFields, MailMark } from '../contract/mails.ts'
import type { FieldMapping } from '../contract/mapping.ts'
import type { IntakeSource } from '../contract/sources.ts'

const topics = ['intake'] as const

/** Where leads come from, with what came lately. */
export const overviewQuery = queryOptions({
  ...queryOf(intakeCalls.overview, {}, { topics }),
  placeholderData: keepPreviousData,
})

/** Mails that wait for a person, newest first. */
export const unreadQuery = queryOf(intakeCalls.mails, { state: 'unread', perPage: 50 }, { topics })

/** One mail. */
export const mailQuery = (id: number) => queryOf(intakeCalls.mail, { id }, { topics })

/** What sources reported. */
export const eventsQuery = pagesOf(intakeCalls.events, { perPage: 50 }, { topics: [...topics] })

/** Events that were given up, newest first. */
export const failedQuery = queryOf(intakeCalls.events, { state: 'failed', perPage: 50 }, { topics })

/** Requests that were refused. */
export const refusalsQuery = pagesOf(intakeCalls.refusals, { perPage: 25 }, { topics: [...topics] })

const refetchIntake = (): Promise<void> => invalidateTopic(queryClient, 'intake')

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  await refetchIntake()
  return given
}

/** Gives a source a new key; the answer shows it, once. */
export const rotateKey = (id: number) => settled(call(intakeCalls.rotate, { id }))

/** Ends the old keys of a source now. */
export const endOldKeys = async ({ keys }: IntakeSource): Promise<void> => {
  for (const { id, expires_at } of keys) if (expires_at !== null) await call(intakeCalls.revoke, { id })
  await refetchIntake()
}

/** Switches a source off, or on again. */
export const switchSource = ({ id, name, is_active }: IntakeSource) =>
  undoable({
    run: () => call(intakeCalls.update, { id, is_active: !is_active }),
    said: is_active ? `${name} is switched off.` : `${name} is switched on.`,
    undo: () => call(intakeCalls.update, { id, is_active }),
    undoFailed: 'Failed to undo.',
    failed: 'Failed to change the source.',
    settle: refetchIntake,
  })

/** What marks read of all stored mails of the sender. */
export const trialQuery = (id: number, marks: readonly MailMark[]) =>
  queryOf(intakeCalls.tryReader, { id, marks: [...marks] }, { topics })

/** Saves how the mails of the sender are read, and replays what waits. */
export const saveReader = (id: number, marks: readonly MailMark[]) =>
  settled(call(intakeCalls.saveReader, { id, marks: [...marks] }))

/** The mapping of a source, and what it sent lately. */
export const samplesQuery = (id: number) => queryOf(intakeCalls.samples, { id }, { topics })

/** What a mapping reads of the stored requests of its source. */
export const mappingTrialQuery = (id: number, mapping: FieldMapping) =>
  queryOf(intakeCalls.tryMapping, { id, ...mapping }, { topics })

/** Saves a mapping, and replays what waits for it. */
export const saveMapping = (id: number, mapping: FieldMapping) =>
  settled(call(intakeCalls.saveMapping, { id, ...mapping }))

/** Makes a lead of one mail. */
export const makeByHand = (id: number, fields: MailFields) => settled(call(intakeCalls.byHand, { id, ...fields }))

/** Puts a mail aside. */
export const ignoreMail = (id: number) => settled(call(intakeCalls.ignore, { id }))

/** Has an event dealt with again. */
export const retryEvent = (id: number) => settled(call(intakeCalls.retry, { id }))

/** Reads a refused request again. */
export const replayRefusal = (id: number) => settled(call(intakeCalls.replay, { id }))

/** Puts a refused request aside. */
export const dismissRefusal = (id: number) => settled(call(intakeCalls.dismiss, { id }))
