import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ManualForm } from './ManualForm.tsx'

// Mantine asks for it, and this browser has none.
afterEach(cleanup)

function showForm(demo = false) {
  const onSubmit = vi.fn()
  render(
    <MantineProvider>
      <ManualForm busy={false} demo={demo} onSubmit={onSubmit} />
    </MantineProvider>,
  )
  return onSubmit
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const pressEnter = () => fireEvent.submit(screen.getByLabelText('E-mail').closest('form') as HTMLFormElement)
const login = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' })

describe('the manual sign-in', () => {
  it('keeps Login disabled until e-mail and password are both filled', () => {
    showForm()
    expect(login().disabled).toBe(true)
    type('E-mail', 'agent@keyturn.test')
    expect(login().disabled).toBe(true)
    type('Password', 'x')
    expect(login().disabled).toBe(false)
  })

  it('submits with Enter only when both are filled, however short they are', () => {
    const onSubmit = showForm()
    type('E-mail', 'a')
    pressEnter()
    expect(onSubmit).not.toHaveBeenCalled()
    type('Password', 'b')
    pressEnter()
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('a', 'b')
  })

  it('signs in with one press on a demo account', () => {
    const onSubmit = showForm(true)
    fireEvent.click(screen.getByRole('button', { name: 'Team lead' }))
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('teamlead@keyturn.test', 'keyturn-demo')
  })

  it('offers no demo accounts outside of demo mode', () => {
    showForm()
    expect(screen.queryByRole('button', { name: 'Team lead' })).toBeNull()
  })
})
