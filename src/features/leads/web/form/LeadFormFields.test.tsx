import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leadCalls } from '../../contract/leads.ts'
import { formValuesOf } from '../rules/leadFields.ts'
import { LeadFormFields } from './LeadFormFields.tsx'
import { useLeadForm } from './useLeadForm.ts'

const scrolledTo = vi.fn()

beforeEach(() => {
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo(this.textContent)
  }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form() {
  const entry = useLeadForm(leadCalls.create, {
    name: 'lead-new',
    initial: { ...formValuesOf(null), first_name: 'Amara' },
    fallback: 'There was an error adding this lead.',
    inputOf: ({ first_name }) => ({ first_name: String(first_name) }),
    onSaved: () => {},
  })
  return (
    <form onSubmit={event => void entry.submit(event)}>
      <LeadFormFields entry={entry} editing={false} />
      <button type="submit">Add lead</button>
    </form>
  )
}

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  )

/** Sends the form, and has it refused. */
function refuse(body: object): void {
  vi.stubGlobal('fetch', async () => Response.json({ status: 0, data: null, message: '', ...body }, { status: 422 }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Add lead' }))
}

it('shows no price of a new lead before one is typed, nor after it is cleared', () => {
  show()
  const price = screen.getByRole('textbox', { name: 'Price from' }) as HTMLInputElement
  expect(price.value).toBe('')
  fireEvent.change(price, { target: { value: '900000' } })
  expect(price.value).toBe('$900,000')
  fireEvent.change(price, { target: { value: '' } })
  expect(price.value).toBe('')
})

it('lists the reasons why a lead was not taken, and brings them into view', async () => {
  refuse({ data: { errors: ['The phone number is too short.', 'The e-mail address has no domain.'] } })
  await screen.findByText('There are errors with this request')
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'The phone number is too short.',
    'The e-mail address has no domain.',
  ])
  expect(scrolledTo).toHaveBeenCalledWith(expect.stringContaining('There are errors with this request'))
})

it('leads to the first field that was refused', async () => {
  refuse({ message: { email: ['This e-mail address does not exist.'] } })
  await screen.findByText('This e-mail address does not exist')
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
})
