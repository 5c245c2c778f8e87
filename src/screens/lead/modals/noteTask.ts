import { useSyncExternalStore } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import type { TaskOfLead } from '../../../features/tasks/contract.ts'

/** What the modal holds: a note, a task, or both beside each other. */
export type NoteTaskVariant = 'both' | 'task' | 'note'

/** Whose the lead is that the modal is about. */
export type LeadOfModal = Pick<LeadRow, 'id' | 'first_name' | 'last_name' | 'status_value'>

export interface AskedNoteTask {
  /** `null` asks for the lead first. */
  lead: LeadOfModal | null
  variant: NoteTaskVariant
  /** The lead is a proposal: another one can be chosen. */
  mayChoose?: true
  /** The task that is edited. */
  task?: TaskOfLead
}

/** A milestone to write down, in a modal of its own. */
export interface AskedMilestone {
  lead: LeadOfModal
  variant: 'milestone'
}

/** The log of a call that was due; its task is done once that is saved. */
export interface AskedCallLog {
  lead: LeadOfModal
  variant: 'call'
  call: TaskOfLead
}

/** Somebody new, of whom the number is known. */
export interface AskedAddLead {
  variant: 'add'
  phone: string
}

type Asked = AskedNoteTask | AskedMilestone | AskedCallLog | AskedAddLead

let asked: Asked | null = null
const watchers = new Set<() => void>()

function set(next: Asked | null): void {
  asked = next
  for (const watcher of watchers) watcher()
}

/** Opens the note-and-task modal over whatever is on screen. */
export const openNoteTask = (next: AskedNoteTask): void => set(next)
/** Opens the milestone modal in the same way. */
export const openMilestone = (lead: LeadOfModal): void => set({ lead, variant: 'milestone' })
/** Opens the log of the call that a task asks for. */
export const openCallLog = (lead: LeadOfModal, call: TaskOfLead): void => set({ lead, variant: 'call', call })
/** Opens the form of a new lead with their number, over whatever is on screen. */
export const openAddLead = (phone: string): void => set({ variant: 'add', phone })
/** Closes any of them. */
export const closeNoteTask = (): void => set(null)

/** What a modal is asked for. */
export const useNoteTask = (): Asked | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => asked,
  )
