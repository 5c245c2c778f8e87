import type { AuditSentence, AuditTemplate } from '../wire/auditSentence.ts'
import type { AuditedChange, ReadContext, WriteContext } from './context.ts'
import { conflict, type Refusal } from './errors.ts'

/** The names of records, by id; of those alone that the reader may see. */
export type NamesOf = (ctx: ReadContext, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** An entry of the log that somebody takes back. */
export interface RevertedEntry {
  input: unknown
  /** What it changed, as it was written down. */
  changes: readonly Pick<AuditedChange, 'subject_id' | 'before' | 'after'>[]
}

/**
 * Puts back what an entry changed, by the commands that a person would use, with their checks. It throws `changedSince()`
 * where a record is no longer as the entry left it.
 */
export type AuditRevert = (ctx: WriteContext, entry: RevertedEntry) => Promise<void>

/** What somebody hears who reverts a change of something that was changed again. */
export const changedSince = (): Refusal =>
  conflict('This was changed again since, so it cannot be reverted. Nothing was changed.')

/** Refuses unless a record still is as an entry left it, in the fields of which the entry speaks. */
export function requireUnchanged(now: object, after: object): void {
  const fields = now as Readonly<Record<string, unknown>>
  if (Object.entries(after).some(([name, value]) => JSON.stringify(fields[name]) !== JSON.stringify(value)))
    throw changedSince()
}

/** How the acts of a feature read in the audit log. What is left out still makes a sentence: "changed a showing of Ada Lovelace". */
export interface AuditTexts {
  /** By the name of a call or a job of the feature. */
  sentences?: Readonly<Record<string, AuditTemplate | AuditSentence>>
  /** By the kind of record, as `ctx.audit` names it in `subject`. */
  names?: Readonly<Record<string, NamesOf>>
  /** How calls of the feature are taken back, by their names; those that stand here can be reverted from the log. */
  reverts?: Readonly<Record<string, AuditRevert>>
}
