import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { besides, onDemand } from './onDemand.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Badge = ({ count }: { count: number }) => <b>{count} waiting</b>

/** A script that cannot be fetched so many times. */
function script(failures: number) {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module: Badge')
    return Badge
  })
}

const page = (part: React.ReactNode) =>
  render(
    <main>
      <h1>Leads</h1>
      {part}
    </main>,
  )

it('shows what stands in for a badge whose script cannot be fetched, and the badge once the network is back', async () => {
  const load = script(2)
  const Part = besides(load, ({ count }) => <i>{count}</i>)
  page(<Part count={3} />)
  for (const times of [1, 2]) {
    await expect.poll(() => load).toHaveBeenCalledTimes(times)
    expect(screen.getByRole('heading', { name: 'Leads' })).toBeDefined()
    expect(screen.getByText('3')).toBeDefined()
    // The listener is there a moment after the failure.
    await Promise.resolve()
    dispatchEvent(new Event('online'))
  }
  expect(await screen.findByText('3 waiting')).toBeDefined()
})

it('leaves the page as it is when a badge fails inside', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Part = besides(
    async () => () => {
      throw new Error('No such count.')
    },
    () => <i>nothing known</i>,
  )
  page(<Part />)
  expect(await screen.findByText('nothing known')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Leads' })).toBeDefined()
})

it('waits with a part that was asked for while there is no network', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = script(1)
  const Part = onDemand(load, () => <i>fetching</i>)
  page(<Part count={3} />)
  await expect.poll(() => load).toHaveBeenCalledTimes(1)
  expect(screen.getByText('fetching')).toBeDefined()
  onLine.mockReturnValue(true)
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(2)
  }, 25_000)
  expect(await screen.findByText('3 waiting')).toBeDefined()
})
