import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Palette } from './Palette.tsx'
import type { PaletteItem } from './palette.ts'

const run = vi.fn<(id: string) => void>()
const called = vi.fn<(leadId: number) => void>()

const item = (id: string, given: Partial<PaletteItem> = {}): PaletteItem => ({
  id,
  group: 'Actions',
  label: id,
  run: () => run(id),
  ...given,
})
const person = (name: string, lead: number) =>
  item(name, { group: 'People', isPerson: true, ofLead: lead, to: `/leads/${name}_${lead}` })
const withPerson = [item('Add a note', { ofLead: 1 }), item('Add a task', { ofLead: 1 })]

// What is found is another test's; this one is about what the keys do with it.
vi.mock('./usePaletteItems.tsx', () => ({
  usePaletteItems: (query: string) => {
    const people = [person('Amara', 1), person('Amir', 2)].filter(({ label }) =>
      label.toLowerCase().includes(query.toLowerCase()),
    )
    const actions = people.length > 0 ? withPerson : []
    const items = people.length > 0 ? [...people, ...actions, item('Dark')] : []
    return { items, withPerson: actions, isEmpty: items.length === 0, searching: false }
  },
}))
vi.mock('./usePersonActions.tsx', () => ({ callLead: (id: number) => called(id) }))

beforeEach(() => {
  run.mockReset()
  called.mockReset()
})
afterEach(cleanup)

function openPalette() {
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <Palette onClose={onClose} />
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox')
  return { onClose, press: (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more }), field }
}

const current = () => screen.getByRole('option', { selected: true }).textContent

it('stands on the first line, and goes round by the arrows', () => {
  const { press } = openPalette()
  expect(current()).toContain('Amara')
  press('ArrowDown')
  expect(current()).toContain('Amir')
  press('ArrowUp')
  press('ArrowUp')
  expect(current()).toContain('Dark')
  press('ArrowDown')
  expect(current()).toContain('Amara')
})

it('runs the line by Enter and closes', () => {
  const { press, onClose } = openPalette()
  press('ArrowDown')
  press('Enter')
  expect(run).toHaveBeenCalledExactlyOnceWith('Amir')
  expect(onClose).toHaveBeenCalledOnce()
})

it('goes by Tab from a person to what can be done about them, and back', () => {
  const { press } = openPalette()
  press('Tab')
  expect(current()).toContain('Add a note')
  press('Tab')
  expect(current()).toContain('Add a task')
  press('Tab', { shiftKey: true })
  expect(current()).toContain('Amara')
})

it('calls the person by Ctrl Enter, from their line and from what can be done about them', () => {
  const { press } = openPalette()
  press('Tab')
  press('Enter', { ctrlKey: true })
  expect(called).toHaveBeenCalledExactlyOnceWith(1)
  expect(run).not.toHaveBeenCalled()
})

it('says when nothing is found, and Enter does nothing then', () => {
  const { field, press } = openPalette()
  fireEvent.change(field, { target: { value: 'xyz' } })
  expect(screen.getByText('No results')).toBeDefined()
  press('Enter')
  expect(run).not.toHaveBeenCalled()
})
