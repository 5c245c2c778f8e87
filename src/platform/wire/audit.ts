/**
 * What entries of the audit log are about. Each feature adds its own, so that a misspelt one does not compile:
 * `declare module '../../platform/wire/audit.ts' { interface AuditSubjects { task: true } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, which a type alias does not allow.
export interface AuditSubjects {}

/** The name of what an entry is about. */
export type AuditSubject = keyof AuditSubjects
