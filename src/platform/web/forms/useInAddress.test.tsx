import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { pageInAddress, textInAddress } from './addressFields.ts'
import { useInAddress } from './useInAddress.ts'

const Shown = z.object({
  search: textInAddress,
  colour: z.enum(['red', 'blue']).nullable().catch(null),
  page: pageInAddress,
})

afterEach(cleanup)

function Cups() {
  const [{ search, colour, page }, show] = useInAddress(Shown)
  return (
    <>
      <input
        aria-label="Find"
        value={search}
        onChange={event => show({ search: event.currentTarget.value, page: 1 })}
      />
      <button type="button" onClick={() => show({ colour: colour === null ? 'blue' : null })}>
        {colour ?? 'any colour'}
      </button>
      <output>page {page}</output>
    </>
  )
}

async function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Cups }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await act(async () => {
    render(<RouterProvider router={router as never} />)
  })
  return { router, address: () => router.state.location.href }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' })

it('shows what the address says, and takes nonsense in it for nothing', async () => {
  await open('/?search=12&colour=green&page=3')
  expect(field().value).toBe('12')
  expect(screen.getByRole('button').textContent).toBe('any colour')
  expect(screen.getByRole('status').textContent).toBe('page 3')
})

it('puts into the address what is not as it begins, beside what stands there', async () => {
  const { address } = await open('/?section=cups&page=3')
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(address).toBe('/?section=cups&page=3&colour=blue')
  fireEvent.change(field(), { target: { value: 'tea' } })
  await expect.poll(address).toBe('/?section=cups&colour=blue&search=tea')
  fireEvent.click(screen.getByRole('button'))
  await expect.poll(address).toBe('/?section=cups&search=tea')
})

it('keeps every character of somebody who types faster than the address follows', async () => {
  const { address } = await open('/')
  for (const value of ['t', 'te', 'tea']) {
    fireEvent.change(field(), { target: { value } })
    expect(field().value).toBe(value)
  }
  await expect.poll(address).toBe('/?search=tea')
  expect(field().value).toBe('tea')
})

it('follows a link to the same screen that says something else', async () => {
  const { router } = await open('/?search=tea')
  await act(() => router.navigate({ href: '/?search=coffee&colour=red' } as never))
  await expect.poll(() => field().value).toBe('coffee')
  expect(screen.getByRole('button').textContent).toBe('red')
})
