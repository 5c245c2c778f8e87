import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { closeNotice, useNotices } from '../../../../platform/web/page/notices.ts'
import type { Team } from '../../contract/people.ts'
import { teams } from '../client/people.ts'
import { TeamEditor } from './TeamEditor.tsx'

const agent = { id: 4, user_id: 14, name: 'Ada Lovelace', email: 'ada@x.ca', phone: null, is_active: true, team: null }
const team: Team = { id: 3, name: 'East', lead_agent_id: 4, lead: agent, members: [agent], version: 6 }

interface Sent {
  url: string
  version: string | null
  body: URLSearchParams
}
let sent: Sent[] = []
let refusals: Response[] = []
const saved = (data: unknown) => Response.json({ status: 1, data, message: '', error: '' })
const refused = (status: number, error: string, message: unknown) =>
  Response.json({ status: 0, data: null, message, error }, { status })

beforeEach(() => {
  sent = []
  refusals = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'GET') return saved({ data: [agent], total: 1, page: 1, last_page: 1 })
    const body = new URLSearchParams(String(init.body))
    sent.push({ url, version: (init.headers as Headers).get('if-match'), body })
    return refusals.shift() ?? saved({ ...team, name: body.get('name') })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Notices() {
  return useNotices().map(({ id, message }) => (
    <button key={id} type="button" onClick={() => closeNotice(id)}>
      {message}
    </button>
  ))
}

function open(edited: Team | null) {
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <TeamEditor team={edited} onClose={onClose} />
        <Notices />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return onClose
}

const name = (text: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: text } })
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }))

it('saves a team over the version that was opened, and lets the lists be read again', async () => {
  await queryClient.fetchQuery(teams())
  const onClose = open(team)
  name('East End')
  press('Save')
  await expect.poll(() => onClose).toHaveBeenCalled()
  expect(sent).toMatchObject([{ url: '/crm/teams/3', version: '"6"' }])
  expect(sent[0]?.body.get('name')).toBe('East End')
  expect(sent[0]?.body.get('lead_agent_id')).toBe('4')
  expect(queryClient.getQueryState(teams().queryKey)?.isInvalidated).toBe(true)
  fireEvent.click(screen.getByText('East End is saved.'))
})

it('says what is wrong where it stands, and stays open', async () => {
  refusals = [
    refused(422, 'validation', { name: ['is taken already'] }),
    refused(412, 'stale', 'Someone else has changed this since you opened it.'),
  ]
  const onClose = open(null)
  name('East')
  press('Add team')
  expect(await screen.findByText('Is taken already')).toBeTruthy()
  expect(sent[0]?.version).toBeNull()
  press('Add team')
  expect(await screen.findByText('Someone else has changed this since you opened it.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
