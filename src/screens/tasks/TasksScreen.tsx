import { Button, Popover } from '@mantine/core'
import { IconCalendar, IconChecks, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { peekAt } from '../../features/leads/web/client/peekList.ts'
import { PeekKeys } from '../../features/leads/web/pieces/PeekKeys.tsx'
import type { Task } from '../../features/tasks/contract.ts'
import { filtersOf, rangeTitle, showsDone } from '../../features/tasks/rules/address.ts'
import { type PutOff, putOff } from '../../features/tasks/rules/putOff.ts'
import type { TaskList } from '../../features/tasks/rules/tasks.ts'
import { completeAllOverdue, rescheduleTask } from '../../features/tasks/web/client/actions.ts'
import { calendarEntries } from '../../features/tasks/web/extensions.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { type Tab, TabStrip } from '../../platform/ui/TabStrip.tsx'
import { useBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { confirm } from '../../platform/web/page/confirm.ts'
import { useIsWide, useViewportClass } from '../../platform/web/viewport.ts'
import { openCallLog, openNoteTask } from '../lead/modals/noteTask.ts'
import { DialTasks } from './DialTasks.tsx'
import { FocusedPerson } from './FocusedPerson.tsx'
import { TasksFilterBar } from './list/TasksFilterBar.tsx'
import { TasksList } from './list/TasksList.tsx'
import { TaskActionButton } from './TaskActionButton.tsx'
import { TaskStatus } from './TaskStatus.tsx'
import classes from './TasksPage.module.css'
import { useTasksKeys } from './useTasksKeys.ts'
import { useTasksScreen } from './useTasksScreen.ts'

const ChosenTasksBar = onDemand(async () => (await import('./list/ChosenTasksBar.tsx')).ChosenTasksBar)
const RangePicker = onDemand(async () => (await import('./calendar/RangePicker.tsx')).RangePicker)
const DayCalendar = onDemand(async () => {
  const [{ DayCalendar }] = await Promise.all([import('./calendar/DayCalendar.tsx'), calendarEntries.load()])
  return DayCalendar
})

type Screen = ReturnType<typeof useTasksScreen>

const names: Record<TaskList, string> = { today: 'Today', overdue: 'Overdue', future: 'Future', calendar: 'Calendar' }

/** `/tasks`: what an agent does today, what is late, what comes, and a calendar of any days. */
export function TasksScreen() {
  const screen = useTasksScreen()
  const wide = useIsWide()
  const width = useViewportClass()
  const { address, focused, go } = screen
  useBreadcrumbs([{ label: names[address.tab] }])
  useTasksKeys(screen)
  const hasRoom = width === 'computer' || width === 'large'
  const isPersonShown = hasRoom && address.tab !== 'calendar' && focused !== null
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Tasks</h1>
      <TabStrip
        label="Tasks"
        tabs={tabsOf(screen)}
        active={address.tab}
        onSelect={tab => go({ tab: tab as TaskList })}
        onClose={() => go({ range: null, tab: address.tab === 'calendar' ? 'today' : address.tab })}
        actions={wide && <Tools screen={screen} />}
      />
      {address.tab === 'calendar' && address.range ? (
        <DayCalendar
          address={address}
          range={address.range}
          now={screen.now}
          zone={screen.zone}
          onGo={go}
          onEdit={edit}
        />
      ) : (
        <>
          <Filters screen={screen} isWide={wide} />
          <div className={classes.columns} data-alone={isPersonShown ? undefined : ''}>
            <ListOfTasks screen={screen} isWide={wide} />
            {isPersonShown && (
              <FocusedPerson key={focused.lead_id} task={focused} now={screen.now} zone={screen.zone} />
            )}
          </div>
        </>
      )}
      {!wide && (
        <div className={classes.phoneFoot} data-keep-clear>
          <Tools screen={screen} />
        </div>
      )}
    </div>
  )
}

function tabsOf({ counts, address: { range } }: Screen): Tab[] {
  const overdue = counts?.overdue ?? 0
  return [
    { id: 'today', label: 'Today', count: counts?.today ?? '' },
    {
      id: 'overdue',
      label: (
        <>
          Overdue{' '}
          <span className={classes.alert} data-waiting={counts === undefined || undefined}>
            {overdue > 0 && overdue}
          </span>
        </>
      ),
      name: overdue > 0 ? `Overdue ${overdue}` : 'Overdue',
    },
    { id: 'future', label: 'Future', count: counts?.future ?? '' },
    ...(range ? [{ id: 'calendar', label: rangeTitle(range), deletable: true }] : []),
  ]
}

/** Gives a task another day, at its hour. */
const putOffTask = (task: Task, to: PutOff, { now, zone }: Pick<Screen, 'now' | 'zone'>) =>
  rescheduleTask(task, { scheduled_at: putOff(task, to, now, zone) })

const edit = (task: Task) => openNoteTask({ lead: task.lead, variant: 'task', task })

function Tools({ screen: { go, focused, now, zone, address } }: { screen: Screen }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconCalendar size={15} stroke={1.6} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            Pick range
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {isOpen && (
            <RangePicker
              range={address.range}
              now={now}
              zone={zone}
              onPick={range => {
                setIsOpen(false)
                go({ tab: 'calendar', range })
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      <Button
        variant="default"
        leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />}
        onClick={() =>
          openNoteTask({
            lead: address.tab === 'calendar' ? null : (focused?.lead ?? null),
            variant: 'task',
            mayChoose: true,
          })
        }
      >
        Add task
      </Button>
    </>
  )
}

/** Over the list and the person beside it: all types, and what is done with the list, need that width. */
function Filters({ screen, isWide }: { screen: Screen; isWide: boolean }) {
  const { address, counts, types, go } = screen
  return (
    <TasksFilterBar
      list={address.tab}
      chosen={address.types}
      counted={types}
      counts={counts}
      isDoneShown={showsDone(address)}
      isWide={isWide}
      action={<ListActions screen={screen} />}
      onTypes={chosen => go({ types: chosen }, true)}
      onDone={done => go({ done }, true)}
    />
  )
}

function ListOfTasks({ screen, isWide }: { screen: Screen; isWide: boolean }) {
  const { address, tasks, list, focused, chosen } = screen
  const leads = useMemo(() => tasks.map(({ lead }) => lead), [tasks])
  return (
    <div className={classes.main} role="tabpanel" aria-labelledby={`tab-${address.tab}`}>
      <TasksList
        list={address.tab}
        tasks={tasks}
        state={{
          isLoading: list.isPending,
          error: list.error,
          hasMore: list.hasNextPage,
          isReadingMore: list.isFetchingNextPage,
        }}
        now={screen.now}
        zone={screen.zone}
        isWide={isWide}
        focused={focused?.id ?? null}
        Action={TaskActionButton}
        Status={TaskStatus}
        empty={<Nothing screen={screen} />}
        chosen={chosen.ids}
        onFocus={screen.focus}
        onEdit={edit}
        onChoose={(task, isRange) => chosen.toggle(task.id, isRange)}
        onPutOff={(task, to) => void putOffTask(task, to, screen)}
        onLogCall={task => openCallLog(task.lead, task)}
        onPeek={task => peekAt(tasks.indexOf(task))}
        onMore={() => void list.fetchNextPage()}
        onRetry={() => void list.refetch()}
      />
      <PeekKeys group="Tasks" leads={leads} cursor={screen.place < 0 ? null : screen.place} moveTo={screen.moveTo} />
      {chosen.ids && <ChosenTasksBar chosen={chosen} total={screen.total} now={screen.now} zone={screen.zone} />}
    </div>
  )
}

/** Choosing several, and what is done with a whole list. */
function ListActions({ screen }: { screen: Screen }) {
  const { address, tasks, agentId, chosen } = screen
  if (tasks.length === 0) return null
  return (
    <>
      {address.tab !== 'calendar' && (
        <DialTasks list={address.tab} filters={filtersOf(address)} title={`Calls, ${names[address.tab]}`} />
      )}
      {address.tab === 'overdue' && agentId !== null && <AllDone agentId={agentId} screen={screen} />}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-pressed={chosen.ids !== null}
        onClick={chosen.ids ? chosen.end : chosen.begin}
      >
        {chosen.ids ? 'Cancel' : 'Select'}
      </Button>
    </>
  )
}

function AllDone({ agentId, screen: { counts, zone } }: { agentId: number; screen: Screen }) {
  const count = counts?.overdue ?? 0
  const ask = async () => {
    const text = `All ${count} overdue tasks will be marked as done.`
    if (await confirm({ title: 'Mark all overdue tasks as done?', message: text }))
      await completeAllOverdue(agentId, count, zone)
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label="Mark all as done"
      leftSection={<IconChecks size={14} stroke={1.6} aria-hidden />}
      onClick={() => void ask()}
    >
      Mark all<span className={classes.rest}>&nbsp;as done</span>
    </Button>
  )
}

const emptyText: Record<TaskList, { title: string; text: string }> = {
  today: { title: 'All done for today', text: 'Tasks for today, and tasks without a time, appear here.' },
  overdue: { title: 'Nothing overdue', text: 'Tasks past their date appear here.' },
  future: { title: 'Nothing planned yet', text: 'Tasks after today appear here, by day.' },
  calendar: { title: 'Nothing in these days', text: 'Pick another range.' },
}

function Nothing({ screen: { address, go } }: { screen: Screen }) {
  const { title, text } = emptyText[address.tab]
  if (address.types.length > 0) {
    return (
      <EmptyState
        title="No tasks of these types"
        actions={
          <Button size="md" onClick={() => go({ types: [] }, true)}>
            Show all types
          </Button>
        }
      >
        There may be tasks of other types.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={title}
      actions={
        <Button size="md" onClick={() => openNoteTask({ lead: null, variant: 'task' })}>
          Add task
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
