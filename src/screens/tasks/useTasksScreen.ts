import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../features/people/web/client/people.ts'
import type { Task } from '../../features/tasks/contract.ts'
import { filtersOf, readAddress, type TasksAddress, writeAddress } from '../../features/tasks/rules/address.ts'
import { taskCountsQuery, taskListQuery } from '../../features/tasks/web/client/tasks.ts'
import { useTaskDay } from '../../features/tasks/web/client/useTaskDay.ts'
import { region } from '../../product/region/region.ts'
import { useChosenTasks } from './list/useChosenTasks.ts'

const noTasks: readonly Task[] = []

/** What the tasks screen shows, as its address says. */
export function useTasksScreen() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const { user } = useSession()
  const zone = user?.zone ?? region.zone
  const now = useTaskDay(zone)
  const address = readAddress(search)
  const go = (change: Partial<TasksAddress>, replace = false) =>
    void navigate({ to: '/tasks', search: writeAddress({ ...address, ...change }) as never, replace })
  const isCalendar = address.tab === 'calendar'
  const list = useInfiniteQuery({
    ...taskListQuery({ list: address.tab, filters: filtersOf(address) }),
    enabled: !isCalendar,
  })
  const { data: counts } = useQuery(taskCountsQuery)
  const tasks = list.data?.pages.flatMap(page => page.data) ?? noTasks
  const chosen = useChosenTasks({
    tasks,
    async readUpTo(count) {
      let read = list
      let all = tasks
      while (read.hasNextPage && all.length < count) {
        read = await read.fetchNextPage()
        all = read.data?.pages.flatMap(page => page.data) ?? all
        if (read.isError) break
      }
      return all
    },
  })
  return {
    address,
    go,
    zone,
    now,
    agentId: user?.agent_id ?? null,
    counts,
    tasks,
    types: list.data?.pages[0]?.types ?? null,
    total: list.data?.pages[0]?.total ?? 0,
    list,
    chosen,
    ...useFocus(tasks),
  }
}

/** The task in focus: the one that was chosen, or the first that is open. */
function useFocus(tasks: readonly Task[]) {
  const [id, setId] = useState<number | null>(null)
  const chosen = tasks.find(task => task.id === id)
  const focused = chosen ?? tasks.find(task => !task.completed) ?? tasks[0] ?? null
  const place = focused ? tasks.indexOf(focused) : -1
  const moveTo = (index: number) => {
    const next = tasks[Math.min(Math.max(index, 0), tasks.length - 1)]
    if (!next) return
    setId(next.id)
    document.getElementById(`task-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return {
    focused,
    /** Its place in the list; -1 without one. */
    place,
    focus: (task: Task) => setId(task.id),
    moveTo,
    move: (step: number) => moveTo(place + step),
  }
}
