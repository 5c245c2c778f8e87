import { IconCircleCheck, IconNote } from '@tabler/icons-react'
import type { Milestone } from '../../milestones/contract.ts'
import { EntryFrame, MilestoneGroup } from '../../milestones/web/pieces/MilestoneEntries.tsx'
import { NoteBody, noteAuthor } from '../../notes/web/pieces.tsx'
import { taskTypeLabels } from '../../tasks/rules/tasks.ts'
import { taskTitle } from '../../tasks/web/pieces/TaskMarks.tsx'
import type { ShownEntry } from './rules/entries.ts'
import type { TimelineGroup } from './rules/grouping.ts'
import { byDay, type TimelineRow } from './rules/rows.ts'
import { visitedHome } from './rules/views.ts'
import classes from './Timeline.module.css'
import { ViewedHomes } from './ViewedHomes.tsx'

interface DayRowsProps {
  rows: readonly TimelineRow<ShownEntry>[]
  zone: string
  now: Date
}

/** Lines of the timeline, under the names of their days. */
export function DayRows({ rows, zone, now }: DayRowsProps) {
  return byDay(rows).map(([head, ...rest]) => (
    <section key={head.day.day} aria-label={head.day.label}>
      {head.group === null && <h3 className={classes.day}>{head.day.label}</h3>}
      <ol className={classes.list}>
        {[head, ...rest].map(({ key, group }) => group && <Group key={key} group={group} zone={zone} now={now} />)}
      </ol>
    </section>
  ))
}

/** Runs consist of milestones only: nothing else repeats. */
function Group({ group, zone, now }: { group: TimelineGroup<ShownEntry>; zone: string; now: Date }) {
  const [{ entry }] = group.entries
  switch (entry.source) {
    case 'task':
      return (
        <EntryFrame
          icon={<IconCircleCheck size={14} stroke={1.6} aria-hidden />}
          title={`Done: ${taskTitle(entry.task)}`}
          facts={[entry.task.subject ? taskTypeLabels[entry.task.task_type] : null, entry.task.content]}
          at={entry.task.completed_at ?? entry.task.updated_at}
          zone={zone}
        />
      )
    case 'milestone': {
      const more = group.entries
        .slice(1)
        .flatMap(each => (each.entry.source === 'milestone' ? each.entry.milestone : []))
      const entries: [Milestone, ...Milestone[]] = [entry.milestone, ...more]
      const hasHomes = entries.length > 1 && entries.some(each => visitedHome(each) !== null)
      return hasHomes ? (
        <ViewedHomes entries={entries} zone={zone} now={now} />
      ) : (
        <MilestoneGroup entries={entries} zone={zone} />
      )
    }
    case 'note':
      return (
        <EntryFrame
          icon={<IconNote size={14} stroke={1.6} aria-hidden />}
          hue="amber"
          title="Note"
          facts={[noteAuthor(entry.note)]}
          at={entry.note.date}
          zone={zone}
        >
          <NoteBody note={entry.note} />
        </EntryFrame>
      )
  }
}
