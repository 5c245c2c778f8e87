import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDeviceOwner } from '../../../../platform/web/owner.ts'
import type { ShowingProposals } from '../../contract.ts'
import { ShowingModal } from './ShowingModal.tsx'

let booked: URLSearchParams[] = []
let completed: string[] = []
let proposals: ShowingProposals = { homes: [], times: [] }

beforeEach(() => {
  localStorage.clear()
  setDeviceOwner(7)
  booked = []
  completed = []
  proposals = { homes: [], times: [] }
  // What jsdom lacks of a browser.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = (data: unknown) => Response.json({ status: 1, data, message: '', error: '' })
    if (url.includes('/plan'))
      return answer({ first_name: 'Andrés', reasons: [], clashes: [], is_sending_paused: false })
    if (url.includes('/proposals')) return answer(proposals)
    if (init.method !== 'POST') return answer({ data: [], next_cursor: null })
    if (url.includes('/complete')) {
      completed.push(new URL(url, 'http://x').pathname)
      return answer(null)
    }
    booked.push(new URLSearchParams(String(init.body)))
    return answer({ id: 5, client_knows: 'nothing', mls_number: booked.at(-1)?.get('mls_number') || null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const known = {
  name: 'asked-1',
  fields: { address_formatted: '38 Stadium Rd', date: '2026-11-28', time_start: '14:00' },
}

async function openForm(more: { known?: typeof known } = { known }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ShowingModal lead={{ id: 7 }} showing={null} {...more} onClose={vi.fn()} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Book and e-mail Andrés' })
}

it.each([
  ['MLS number', 'combobox'],
  ['Address', 'textbox'],
  ['Lockbox', 'textbox'],
])('does not book, or write to the client, by Enter in "%s"', async (name, role) => {
  await openForm()
  // What is not prevented submits the form.
  expect(fireEvent.keyDown(screen.getByRole(role, { name }), { key: 'Enter' })).toBe(false)
  expect(booked).toEqual([])
})

it('books by Ctrl Enter', async () => {
  await openForm()
  fireEvent.keyDown(screen.getByLabelText('Lockbox'), { key: 'Enter', ctrlKey: true })
  await expect.poll(() => booked).toHaveLength(1)
  expect(booked[0]?.get('notify_client')).toMatch(/1|true/)
})

it('says no more than "Book" where the client is not written to', async () => {
  await openForm()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Notify Andrés' }))
  expect(screen.getByRole('button', { name: 'Book' })).toBeDefined()
})

const stadium: ShowingProposals['homes'][number] = {
  listing: {
    id: 10,
    mls_number: 'C10',
    status: 'active',
    offer: 'sale',
    property_type: 'Condo Apartment',
    price: 999_000,
    address: '1208 - 38 Stadium Rd',
    city: 'Toronto',
    neighbourhood: 'CityPlace',
    postal_code: '',
    building_id: null,
    beds: 2,
    beds_plus: 0,
    baths: 1,
    sqft: null,
    description: 'Lake views.',
    photo_base_url: null,
    photo_count: 0,
    brokerage: '',
    lat: null,
    lng: null,
    listed_at: '2026-11-01T10:00:00Z',
    modified_at: '2026-11-01T10:00:00Z',
  },
  viewed: 6,
  is_favourite: false,
  asked: null,
}

it('fills in a home that the lead viewed by one press, and takes it out by another', async () => {
  proposals = { homes: [stadium], times: [] }
  await openForm({})
  const card = await screen.findByRole('button', { name: /6 times.*1208 - 38 Stadium Rd/ })
  fireEvent.click(card)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('1208 - 38 Stadium Rd, Toronto')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'MLS number' }).value).toBe('C10')
  expect(card.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(card)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('')
})

it('fills in a time that the lead asked for by one press', async () => {
  proposals = { homes: [], times: [{ date: '2026-11-28', from: '16:00', address: '38 Stadium Rd' }] }
  await openForm({})
  const time = await screen.findByRole('button', { name: 'Sat, Nov 28, 4:00 PM' })
  fireEvent.click(time)
  expect(time.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'From' }).value).toBe('4:00 PM')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'To' }).value).toBe('4:30 PM')
})

it('completes what was to be done about a request once its home is booked', async () => {
  proposals = {
    homes: [{ ...stadium, asked: { id: 3, task_id: 44, message: 'Is there a locker?' } }],
    times: [{ date: '2026-11-28', from: '16:00', address: '38 Stadium Rd' }],
  }
  await openForm({})
  fireEvent.click(await screen.findByRole('button', { name: /Asked for/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Sat, Nov 28, 4:00 PM' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe('Is there a locker?')
  fireEvent.keyDown(screen.getByLabelText('Lockbox'), { key: 'Enter', ctrlKey: true })
  await expect.poll(() => booked).toHaveLength(1)
  await expect.poll(() => completed).toEqual(['/crm/task/44/complete'])
})
