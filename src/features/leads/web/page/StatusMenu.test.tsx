import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StatusMenu } from './StatusMenu.tsx'

afterEach(cleanup)

const OFFER = 7

async function openMenu() {
  const onChange = vi.fn()
  render(
    <MantineProvider
      env="test"
      theme={{ components: { Menu: { defaultProps: { withInitialFocusPlaceholder: false } } } }}
    >
      <StatusMenu value={OFFER} name="Amara" onChange={onChange}>
        <button type="button">Status</button>
      </StatusMenu>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Status' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Offer' })))
  const type = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  return { onChange, type }
}
const offered = () => screen.getAllByRole('menuitem').map(item => item.getAttribute('data-status'))

it('opens on the current status, with those that lead off the way last', async () => {
  await openMenu()
  expect(offered()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '0', '-1'])
})

it.each([
  ['4', 4],
  ['9', 9],
  ['0', 10],
])('sets at once the status beside the key %s, and closes', async (key, status) => {
  const { onChange, type } = await openMenu()
  type(key)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(status)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('is narrowed by letters, whose first hit is next; a letter that fits nothing changes nothing', async () => {
  const { type } = await openMenu()
  type('n')
  expect(offered()).toEqual(['1', '4', '0'])
  type('u')
  type('z')
  expect(offered()).toEqual(['4'])
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Nurturing' }))
  type('Backspace')
  type('Backspace')
  expect(offered()).toHaveLength(12)
})
