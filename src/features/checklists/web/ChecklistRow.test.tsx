import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answers, fails } from '../../../testing/browser/said.ts'
import type { ChecklistItem } from '../contract.ts'
import { ChecklistRow } from './ChecklistRow.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const item: ChecklistItem = {
  id: 5,
  title: 'Deposit receipt',
  is_completed: false,
  is_priority: false,
  comment: '',
  is_active: true,
  parent_id: null,
  completed_at: null,
  completed_by: null,
}

it('keeps a comment that could not be saved where it was typed, until it is saved', async () => {
  fails()
  render(
    <MantineProvider env="test">
      <ChecklistRow place={{ dealId: 3, checklistId: 4 }} item={item} mayChange />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Deposit receipt' }))
  fireEvent.click(await screen.findByText('Add a comment'))
  const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Comment on Deposit receipt' })
  const send = (comment: HTMLInputElement | null) => comment && fireEvent.keyDown(comment, { key: 'Enter' })
  const isSaving = () => screen.queryByLabelText('Saving Deposit receipt')
  fireEvent.change(field() as HTMLInputElement, { target: { value: 'The bank was called.' } })
  send(field())
  expect(isSaving()).not.toBeNull()
  await waitFor(() => expect(isSaving()).toBeNull())
  expect(field()?.value).toBe('The bank was called.')
  answers({ id: 4, items: [] })
  send(field())
  await waitFor(() => expect(field()).toBeNull())
})
