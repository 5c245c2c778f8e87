import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { placeholderNames } from '../../rules/placeholders.ts'
import { type PickedTemplate, TemplatePicker } from '../pieces.tsx'

const template = (id: number, name: string, uses: number, platform = 'email', sent = 0) => ({
  id,
  name,
  uses,
  sent,
  answered: Math.round(sent / 5),
  platform,
  subject: '{{lead_first_name}}',
  content: '<p>Hello {{lead_first_name}}</p>',
  is_marketing: false,
})
const lists = {
  customEmail: [template(1, 'Seldom', 2, 'email', 2), template(2, 'Often', 40, 'email', 30)],
  defaultEmail: [template(3, 'Default', 9)],
  customText: [template(4, 'A text', 99, 'text')],
  defaultText: [],
  marketing: [{ ...template(5, 'News', 99), is_marketing: true }],
}
const values = { ...Object.fromEntries(placeholderNames.map(name => [name, ''])), lead_first_name: '<Amara>' }

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ status: 1, data: url.includes('/values') ? values : lists, message: '', error: '' }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(leadId: number | null) {
  const picked: PickedTemplate[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <TemplatePicker
          platform="email"
          leadId={leadId}
          opened
          onChange={() => undefined}
          onPick={choice => void picked.push(choice)}
        >
          <button type="button">Template</button>
        </TemplatePicker>
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: /Often/ })
  return picked
}
const names = () => screen.getAllByRole('option').map(option => option.textContent)

it('offers the templates of a composer, most used first, with their share of answers once there are enough, and narrows them by name', async () => {
  await open(7)
  expect(names()).toEqual(['Often40 × · 20% answered', 'Default9 ×', 'Seldom2 ×'])
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'def' } })
  expect(names()).toEqual(['Default9 ×'])
})

it('gives the template filled for the lead, its values as text', async () => {
  const picked = await open(7)
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  await waitFor(() =>
    expect(picked).toMatchObject([{ template: { id: 3 }, subject: '<Amara>', content: '<p>Hello &lt;Amara&gt;</p>' }]),
  )
})

it('leaves the placeholders to be filled for each of many', async () => {
  const picked = await open(null)
  fireEvent.click(screen.getByRole('option', { name: /Often/ }))
  await waitFor(() => expect(picked).toMatchObject([{ template: { id: 2 }, subject: '{{lead_first_name}}' }]))
})
