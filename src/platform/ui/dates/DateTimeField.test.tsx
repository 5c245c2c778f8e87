import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { DateTimeField, type DateTimeFieldProps } from './DateTimeField.tsx'

// What the field fetches for its choices is there before a test begins, however slow the machine.
beforeAll(() => import('./DateTimeChoices.tsx'))
afterEach(cleanup)

interface FormProps extends Partial<DateTimeFieldProps> {
  start?: string
  onSubmit?(): void
  Field?: typeof DateTimeField
}

function Form({ start = '', onSubmit, Field = DateTimeField, ...rest }: FormProps) {
  const [value, setValue] = useState(start)
  return (
    <MantineProvider env="test">
      <form
        onSubmit={event => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <Field kind="datetime" label="When" {...rest} value={value} onChange={setValue} />
        <output>{value}</output>
      </form>
    </MantineProvider>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('When')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

it('takes what is typed while it is typed, and says it in full when one leaves', async () => {
  render(<Form />)
  type('2030-12-04T14:30')
  expect(document.querySelector('output')?.textContent).toBe('2030-12-04T14:30')
  type('Dec 4 2031 3pm')
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('2031-12-04T15:00'))
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Thu, Dec 4, 2031, 3:00 PM')
})

it('takes what was typed and left before words could be read', async () => {
  vi.resetModules()
  await import('../../../testing/setup.ts')
  await import('./DateTimeChoices.tsx')
  const { DateTimeField: Field } = await import('./DateTimeField.tsx')
  render(<Form Field={Field} />)
  type('Dec 4 2031 3pm')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Dec 4 2031 3pm')
  await waitFor(() => expect(field().value).toBe('Thu, Dec 4, 2031, 3:00 PM'))
  expect(document.querySelector('output')?.textContent).toBe('2031-12-04T15:00')
})

it('says what it does not understand, keeps the text, and has no value then', async () => {
  render(<Form start="2030-12-04T14:30" />)
  type('whenever')
  await screen.findByText('Type a day and time, such as “tomorrow 3pm”.')
  fireEvent.blur(field())
  expect(field().value).toBe('whenever')
  expect(document.querySelector('output')?.textContent).toBe('')
})

it('names the bound that was passed', async () => {
  render(<Form kind="date" max="2030-12-01" />)
  type('2030-12-04')
  await screen.findByText('The latest is Sun, Dec 1, 2030.')
})

it('does not send the form with Enter, and gives back with Esc what stood there', () => {
  const onSubmit = vi.fn()
  render(<Form start="2030-12-04T14:30" onSubmit={onSubmit} />)
  type('2031-01-01T10:00')
  expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(true)
  expect(document.querySelector('output')?.textContent).toBe('2030-12-04T14:30')
  type('2031-01-01T10:00')
  expect(fireEvent.keyDown(field(), { key: 'Enter' }), 'the browser sends the form').toBe(false)
  expect(onSubmit).not.toHaveBeenCalled()
})
