import { Button, MantineProvider } from '@mantine/core'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepNoticesAbove, placeNotices, standOver } from './keepNoticesAbove.ts'

const STACK = new DOMRect(innerWidth - 336, innerHeight - 58, 320, 42)

/** Where things are, by their label. */
let places: Record<string, DOMRect> = {}
const lift = () => document.querySelector<HTMLElement>('[aria-label="Notices"]')?.style.getPropertyValue('--kt-lift')
const Notices = () => <section ref={placeNotices} aria-label="Notices" />

beforeEach(() => {
  places = { Notices: STACK }
  HTMLElement.prototype.checkVisibility = () => true
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return places[this.getAttribute('aria-label') ?? ''] ?? new DOMRect()
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('notices appear above what sits in their corner, as long as it is there', async () => {
  places.Card = new DOMRect(innerWidth - 400, innerHeight - 316, 384, 300)
  const shown = render(
    <>
      <Notices />
      <aside ref={keepNoticesAbove} aria-label="Card" />
    </>,
  )
  expect(lift()).toBe('308px')
  shown.rerender(<Notices />)
  await waitFor(() => expect(lift()).toBe('0px'))
})

it('notices make way for what sends a form, as soon as it is on the screen', async () => {
  places.Send = new DOMRect(innerWidth - 120, innerHeight - 60, 100, 44)
  const shown = render(<Notices />)
  expect(lift()).toBe('0px')
  shown.rerender(
    <>
      <Notices />
      <form>
        <button type="submit" aria-label="Send" />
      </form>
    </>,
  )
  await waitFor(() => expect(lift()).toBe('52px'))
})

it('notices make way for what a dialog is answered with, not for what lies under it', () => {
  places.Send = new DOMRect(innerWidth - 120, innerHeight - 60, 100, 44)
  places.Answer = new DOMRect(innerWidth - 220, innerHeight - 110, 200, 44)
  render(
    <>
      <button type="submit" aria-label="Send" />
      <div role="dialog" aria-modal="true">
        <section data-keep-clear aria-label="Answer" />
      </div>
      <Notices />
    </>,
  )
  expect(lift()).toBe('0px')
  places.Answer = new DOMRect(innerWidth - 220, innerHeight - 70, 200, 44)
  cleanup()
  render(
    <>
      <div role="dialog" aria-modal="true">
        <section data-keep-clear aria-label="Answer" />
      </div>
      <Notices />
    </>,
  )
  expect(lift()).toBe('62px')
})

it('notices make way for the buttons of a dialog, whatever they do', () => {
  places.Import = new DOMRect(innerWidth - 120, innerHeight - 60, 100, 44)
  render(
    <MantineProvider>
      <div role="dialog" aria-modal="true">
        <Button aria-label="Import" />
      </div>
      <Notices />
    </MantineProvider>,
  )
  expect(lift()).toBe('52px')
})

const at = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height)

it('a stack rises over one thing after the other, and to the top where there is no room', () => {
  const box = { left: 700, right: 1000, bottom: 884, height: 100 }
  const liftOver = (bars: DOMRect[]) => standOver(box, { bars, buttons: [] })
  expect(liftOver([])).toEqual({ lift: 0, room: null })
  expect(liftOver([at(0, 800, 690, 50)])).toEqual({ lift: 0, room: null })
  expect(liftOver([at(600, 850, 200, 40), at(900, 760, 90, 30)])).toEqual({ lift: 132, room: null })
  expect(liftOver([at(0, 0, 1000, 900)])).toEqual({ lift: 776, room: null })
})

describe('on a phone', () => {
  const [head, tabs, foot] = [at(0, 0, 360, 174), at(0, 174, 360, 48), at(0, 675, 360, 65)]
  const send = at(267, 430, 70, 24)
  const stand = (height: number, bars: DOMRect[] = [head, tabs, foot]) =>
    standOver({ left: 16, right: 344, bottom: 724, height }, { bars, buttons: [send] })

  it('a stack that has no room over what sends a form covers that, and not the tabs above it', () => {
    expect(stand(200)).toEqual({ lift: 57, room: null })
    expect(stand(240)).toEqual({ lift: 57, room: null })
  })

  it('a stack that is higher than what lies between the bars gets what room there is', () => {
    expect(stand(500)).toEqual({ lift: 57, room: 445 })
  })
})
