import { runOf } from '../../../milestones/rules.ts'
import type { TimelineEntry } from '../../contract.ts'
import type { Groupable } from './grouping.ts'

/** An entry as the timeline groups and shows it. */
export interface ShownEntry extends Groupable {
  entry: TimelineEntry
}

// Each page that comes asks for all entries that are there.
const shownBefore = new WeakMap<TimelineEntry, ShownEntry>()

/** What grouping needs to know of an entry, whatever its source. */
export function shownEntry(entry: TimelineEntry): ShownEntry {
  const shown = shownBefore.get(entry) ?? asShown(entry)
  shownBefore.set(entry, shown)
  return shown
}

function asShown(entry: TimelineEntry): ShownEntry {
  switch (entry.source) {
    case 'milestone': {
      const { id, happened_at, milestone_type_id, milestone_option_id } = entry.milestone
      return { key: `milestone-${id}`, at: happened_at, run: runOf(milestone_type_id, milestone_option_id), entry }
    }
    case 'note':
      return { key: `note-${entry.note.id}`, at: entry.note.date, run: null, entry }
    case 'task':
      return { key: `task-${entry.task.id}`, at: entry.task.completed_at ?? entry.task.updated_at, run: null, entry }
  }
}
