import { sentenceOf, serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { count } from '../../../../platform/web/text.ts'
import type { BulkRun } from '../../../bulk/contract.ts'
import { notifyBulk } from '../../../bulk/web/pieces.tsx'
import { taskCalls } from '../../contract.ts'
import { refetchTasks } from './tasks.ts'

const tasks = (run: BulkRun, done: string) => `${count(run.changed)} task${run.changed === 1 ? '' : 's'} ${done}.`

interface Action {
  ask(): Promise<{ run: BulkRun }>
  /** What became of them, such as "deleted". */
  done: string
  /** The specification's sentence for a failure without a reason. */
  failed: string | null
  destructive?: boolean
}

async function change({ ask, done, failed, destructive = false }: Action): Promise<boolean> {
  try {
    const { run } = await ask()
    notifyBulk(run, { done: ended => tasks(ended, done), destructive, onUndone: () => void refetchTasks() })
    return true
  } catch (error) {
    notifyFailure(
      failed === null ? sentenceOf(error) : serverSentence(error, failed),
      () => void change({ ask, done, failed, destructive }),
    )
    return false
  } finally {
    await refetchTasks()
  }
}

/** Marks chosen tasks as done; answers whether the server took it. */
export const completeChosen = (ids: readonly number[]): Promise<boolean> =>
  change({
    ask: () => call(taskCalls.completeChosen, { ids: [...ids] }),
    done: 'done',
    failed: 'Failed to mark task complete.',
  })

/** Puts chosen tasks off to another day, each at its hour. */
export const rescheduleChosen = (ids: readonly number[], day: string): Promise<boolean> =>
  change({ ask: () => call(taskCalls.rescheduleChosen, { ids: [...ids], day }), done: 'moved', failed: null })

/** Deletes chosen tasks. */
export const removeChosen = (ids: readonly number[]): Promise<boolean> =>
  change({
    ask: () => call(taskCalls.removeChosen, { ids: [...ids] }),
    done: 'deleted',
    failed: null,
    destructive: true,
  })
