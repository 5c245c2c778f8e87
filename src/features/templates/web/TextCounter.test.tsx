import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TextCounter } from './pieces.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (text: string, onReplace = vi.fn()) => {
  render(
    <MantineProvider env="test">
      <TextCounter text={text} onReplace={onReplace} />
    </MantineProvider>,
  )
  return onReplace
}

it('counts what carriers count', async () => {
  show('a'.repeat(161))
  expect(await screen.findByText(/161 characters · 2 texts$/)).toBeDefined()
})

it('names the sign because of which a text costs more, and replaces it with one press', async () => {
  const onReplace = show(`Saturday – ${'a'.repeat(80)}`)
  expect(await screen.findByText(/91 characters · 2 texts, because of “–”/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Use “-”' }))
  expect(onReplace).toHaveBeenCalledExactlyOnceWith('–', '-')
})

it('offers nothing for a sign that has no likeness', async () => {
  show('See you 👋')
  expect(await screen.findByText(/1 text, because of “👋”/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
