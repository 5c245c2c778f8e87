import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useCursor } from './useCursor.ts'

const cursorOver = (ids: number[]) => {
  const { result, rerender } = renderHook(({ ids }) => useCursor(ids), { initialProps: { ids } })
  return {
    at: () => result.current[0],
    move: (index: number | null) => act(() => result.current[1](index)),
    show: (next: number[]) => rerender({ ids: next }),
  }
}

it('stays with its lead when others move around it', () => {
  const cursor = cursorOver([11, 12, 13])
  expect(cursor.at()).toBeNull()
  cursor.move(1)
  cursor.show([13, 11, 12])
  expect(cursor.at()).toBe(2)
  cursor.show([12, 13, 11])
  expect(cursor.at()).toBe(0)
  cursor.move(null)
  expect(cursor.at()).toBeNull()
})

it('stays at its place when the lead has left the list', () => {
  const cursor = cursorOver([11, 12, 13])
  cursor.move(1)
  cursor.show([11, 13])
  expect(cursor.at()).toBe(1)
  cursor.show([11])
  expect(cursor.at()).toBe(0)
})
