import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../features/tasks/contract.ts'
import { useChosenTasks } from './useChosenTasks.ts'

const tasks = (...ids: number[]) => ids.map(id => ({ id }) as Task)
const listOf = (...ids: number[]) => ({ tasks: tasks(...ids), readUpTo: async () => tasks(...ids) })

describe('choosing tasks', () => {
  it('goes one by one, or by a range from the last one', () => {
    const { result } = renderHook(() => useChosenTasks(listOf(5, 3, 9, 1)))
    expect(result.current.ids).toBeNull()
    act(() => result.current.toggle(3))
    act(() => result.current.toggle(1, true))
    expect([...(result.current.ids ?? [])]).toEqual([3, 9, 1])
    act(() => result.current.toggle(9))
    expect([...(result.current.ids ?? [])]).toEqual([3, 1])
    act(() => result.current.end())
    expect(result.current.ids).toBeNull()
  })

  it('forgets what left the list, so that nothing unseen is changed', async () => {
    const { result, rerender } = renderHook(({ ids }) => useChosenTasks(listOf(...ids)), {
      initialProps: { ids: [1, 2, 3] },
    })
    await act(async () => result.current.chooseAll())
    rerender({ ids: [2, 3, 4] })
    expect([...(result.current.ids ?? [])]).toEqual([2, 3])
  })
})
