import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Frame } from './frame/Frame.tsx'
import { EmptyState, ErrorState } from './states.tsx'

afterEach(cleanup)

const show = (content: ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>)
const headings = (level: number) => screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent)

it('a part that is empty stands below the one heading of its screen', () => {
  show(
    <Frame title="Sites" note="Where leads sign up." navigation={null}>
      <EmptyState title="No sites yet" />
    </Frame>,
  )
  expect(headings(1)).toEqual(['Sites'])
  expect(headings(2)).toEqual(['No sites yet'])
})

it('an empty state that is the whole screen is its heading', () => {
  show(<EmptyState isPage title="Not Found" />)
  expect(headings(1)).toEqual(['Not Found'])
})

it('a part that failed stands below the one heading of its screen', () => {
  show(
    <Frame title="Sites" note="Where leads sign up." navigation={null}>
      <ErrorState error={new Error('The server is away.')} />
    </Frame>,
  )
  expect(headings(1)).toEqual(['Sites'])
  expect(headings(2)).toEqual(['An Error Occurred:'])
})

it('an error that is the whole screen is its heading', () => {
  show(<ErrorState isPage error={new Error('The server is away.')} />)
  expect(headings(1)).toEqual(['An Error Occurred:'])
})
