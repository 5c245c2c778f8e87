import { cleanup, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { MessagesActions } from '../pieces.tsx'
import { ActionsPlace } from './MessagesActions.tsx'

afterEach(cleanup)

function Tabs() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <ActionsPlace value={place}>
      <header ref={setPlace} data-testid="end" />
      <MessagesActions>
        <button type="button">New text</button>
      </MessagesActions>
    </ActionsPlace>
  )
}

it('puts the buttons of the open tab to the end of the tabs', () => {
  render(<Tabs />)
  expect(within(screen.getByTestId('end')).getByRole('button', { name: 'New text' })).toBeDefined()
})
