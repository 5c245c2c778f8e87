import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fails, said } from '../../../testing/browser/said.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lead = { id: 7, first_name: 'Ada', last_name: 'Byron', snoozed_until: null }

it('says in a snackbar that a lead could not be snoozed, and stays open to try again', async () => {
  fails()
  render(
    <MantineProvider env="test">
      <SnoozeDialog asked={{ lead, reason: '' }} />
    </MantineProvider>,
  )
  const submit = () => screen.getByRole('button', { name: /^Snooze/ })
  const notified = await said(async () => {
    fireEvent.click(submit())
    await vi.waitFor(() => expect(submit().hasAttribute('data-loading')).toBe(true))
    await vi.waitFor(() => expect(submit().hasAttribute('data-loading')).toBe(false))
  })
  expect(notified).toEqual(['Unable to snooze user.'])
  expect(screen.getByRole('dialog', { name: 'Snooze Ada Byron' })).toBeDefined()
})
