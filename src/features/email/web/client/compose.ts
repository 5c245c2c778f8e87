import { useSyncExternalStore } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../../leads/contract/record.ts'
import { emailCalls } from '../../contract.ts'

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

function set(next: EmailState | null): void {
  state = next
  for (const watcher of watchers) watcher()
}

/** Opens the composer over whatever is on screen; with a template to begin with, once that is here. */
export function openEmail(asked: Partial<EmailState> & Pick<EmailState, 'lead'>): void {
  const next = { taskId: null, template: null, messageId: null, defaultTemplateId: null, ...asked }
  if (next.defaultTemplateId === null || next.template) set(next)
  else void openWithTemplate(next, next.defaultTemplateId)
}

async function openWithTemplate(next: EmailState, template_id: number): Promise<void> {
  try {
    const { messageId, ...template } = await call(emailCalls.template, { template_id })
    set({ ...next, template, messageId })
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void openWithTemplate(next, template_id))
  }
}

/** Says to whom the e-mail goes that is being written. */
export const chooseLead = (lead: LeadOfEmail): void => {
  if (state) set({ ...state, lead })
}

/** Closes the composer. */
export const closeEmail = (): void => set(null)

/** What is being written; `null` while nothing is. */
export const useEmailState = (): EmailState | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => state,
  )
