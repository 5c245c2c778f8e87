import { useRef, useState } from 'react'
import type { Task } from '../../../features/tasks/contract.ts'

/** Which tasks of a list are chosen; `null` while nobody chooses. */
export interface ChosenTasks {
  ids: ReadonlySet<number> | null
  /** Chooses a task, or no more; with all between it and the last one that was pressed when `isRange`. */
  toggle(id: number, isRange?: boolean): void
  chooseAll(): void
  begin(): void
  end(): void
}

/** More than this the server does not take at once. */
const MAX_CHOSEN = 1000

interface ChoosableList {
  tasks: readonly Task[]
  /** Reads on until so many tasks are there, or all. */
  readUpTo(count: number): Promise<readonly Task[]>
}

/** Keeps what is chosen; tasks that left the list are not chosen any more. */
export function useChosenTasks({ tasks, readUpTo }: ChoosableList): ChosenTasks {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const last = useRef<number | null>(null)
  const listed = tasks.map(task => task.id)
  const ids = chosen && new Set(listed.filter(id => chosen.has(id)))
  return {
    ids,
    toggle(id, isRange = false) {
      const next = new Set(ids)
      const [from, to] = [listed.indexOf(last.current ?? id), listed.indexOf(id)].sort((a, b) => a - b)
      const span = isRange && from !== undefined && from >= 0 ? listed.slice(from, (to ?? from) + 1) : [id]
      const isOn = !next.has(id)
      for (const each of span) {
        if (isOn) next.add(each)
        else next.delete(each)
      }
      last.current = id
      setChosen(next)
    },
    chooseAll: () =>
      void readUpTo(MAX_CHOSEN).then(all => setChosen(new Set(all.slice(0, MAX_CHOSEN).map(task => task.id)))),
    begin: () => setChosen(new Set()),
    end: () => setChosen(null),
  }
}
