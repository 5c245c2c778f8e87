import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepNoticesAbove } from './keepNoticesAbove.ts'

const room = () => document.documentElement.style.getPropertyValue('--kt-below-notices')
const at = (left: number, top: number, width: number, height: number) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, top, width, height))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('notices appear above what sits in their corner, as long as it is there', () => {
  at(innerWidth - 400, innerHeight - 316, 384, 300)
  const { unmount } = render(<aside ref={keepNoticesAbove} />)
  expect(room()).toBe('308px')
  unmount()
  expect(room()).toBe('')
})

it('notices stay where they are beside what does not reach into their corner', () => {
  at(0, innerHeight - 300, 200, 300)
  render(<aside ref={keepNoticesAbove} />)
  expect(room()).toBe('')
})

it('notices keep room for themselves above what fills the window', () => {
  at(0, 0, innerWidth, innerHeight)
  render(<aside ref={keepNoticesAbove} />)
  expect(room()).toBe(`${innerHeight - 120}px`)
})
