import { useSyncExternalStore } from 'react'
import type { LeadRow } from '../../../leads/contract/record.ts'

/** Whose the lead is that is written to. */
export type LeadOfEmail = Pick<LeadRow, 'id' | 'first_name' | 'last_name'>

/** The e-mail that is being written. */
export interface EmailState {
  /** `null` asks for the lead first. */
  lead: LeadOfEmail | null
  /** The task that it completes. */
  taskId: number | null
  /** What it begins with. */
  template: { subject: string; content: string } | null
  /** The template which that is from, so that its use counts. */
  messageId: number | null
  /** The template that it was asked to begin with. */
  defaultTemplateId: number | null
}

let state: EmailState | null = null
const watchers = new Set<() => void>()

/** Opens the composer with what it begins with, opens it anew with something else, or closes it. */
export function setEmailState(next: EmailState | null): void {
  state = next
  for (const watcher of watchers) watcher()
}

/** Says to whom the e-mail goes that is being written. */
export const chooseLead = (lead: LeadOfEmail): void => {
  if (state) setEmailState({ ...state, lead })
}

/** Closes the composer. */
export const closeEmail = (): void => setEmailState(null)

/** What is being written; `null` while nothing is. */
export const useEmailState = (): EmailState | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => state,
  )
