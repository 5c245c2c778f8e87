import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeNotice, useNotices } from '../notices.ts'
import { holdPresses } from './heldPresses.ts'
import { watchLinkPresses } from './linkPresses.ts'

const said = () => renderHook(() => useNotices()).result.current
const sentences = () => said().map(({ message }) => message)

/** What the device would open. */
let opened: string[] = []
const watchDevice = (event: MouseEvent) => {
  if (!event.defaultPrevented && event.target instanceof HTMLAnchorElement) opened.push(event.target.href)
  event.preventDefault()
}

/** Each test has links of its own, for what holds presses does so until it is settled. */
let number = 0
function early({ isDue = true } = {}) {
  const links = `a[data-kind="${++number}"]`
  const presses = holdPresses({ links, waiting: 'It is coming.', failed: 'It does not come.', isDue: () => isDue })
  const press = () => {
    document.body.innerHTML = `<a href="tel:1" data-kind="${number}" data-lead="7">Call</a>`
    document.querySelector('a')?.click()
  }
  return { links, presses, press }
}

beforeEach(() => {
  for (const { id } of said()) closeNotice(id)
  vi.useFakeTimers()
  opened = []
  addEventListener('click', watchDevice)
})
afterEach(() => {
  vi.useRealTimers()
  removeEventListener('click', watchDevice)
})

it('a press waits for its part, says so, and goes on there', () => {
  const { links, presses, press } = early()
  press()
  press()
  expect(sentences()).toEqual(['It is coming.'])
  expect(renderHook(presses.useIsPressed).result.current).toBe(true)
  const taken: (string | undefined)[] = []
  const stop = watchLinkPresses(links, ({ lead }) => taken.push(lead))
  presses.settle()
  expect(taken).toEqual(['7'])
  expect(sentences()).toEqual([])
  press()
  stop()
  expect(taken).toEqual(['7', '7'])
  expect(opened).toEqual([])
})

it('the device opens its own where the part takes no presses', () => {
  const { presses, press } = early()
  press()
  expect(opened).toEqual([])
  presses.settle()
  expect(opened).toEqual(['tel:1'])
})

it('the device opens its own once the part cannot be fetched, which is said', async () => {
  const { presses, press } = early()
  press()
  const load = presses.fetching(() => Promise.reject(new Error('gone')))
  await expect(load()).rejects.toThrow('gone')
  expect(opened).toEqual(['tel:1'])
  expect(sentences()).toEqual(['It does not come.'])
  press()
  expect(opened).toEqual(['tel:1', 'tel:1'])
})

it('a part that does not come in time has failed', () => {
  const { press } = early()
  press()
  vi.advanceTimersByTime(15_000)
  expect(opened).toEqual(['tel:1'])
  expect(sentences()).toEqual(['It does not come.'])
})

it('closing the notice calls the press off', () => {
  const { presses, press } = early()
  press()
  closeNotice(said()[0]?.id ?? 0)
  presses.settle()
  expect(opened).toEqual([])
})

it('nothing is held where no part is on its way', () => {
  early({ isDue: false }).press()
  expect(opened).toEqual(['tel:1'])
})
