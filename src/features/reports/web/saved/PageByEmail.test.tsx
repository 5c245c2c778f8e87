import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { useNotices } from '../../../../platform/web/page/notices.ts'
import { usePageByEmail } from './PageByEmail.tsx'

const kept = { id: 9, name: 'Business', report: 'business', length: 'week', is_own: true }
const mondays = { every: 'week', day: 1, hour: 8 }

let reports: object[] = []
let sent: { path: string; fields: Record<string, string> }[] = []
beforeEach(() => {
  queryClient.clear()
  reports = []
  sent = []
  // What jsdom lacks of a browser.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'GET') sent.push({ path, fields: Object.fromEntries(new URLSearchParams(String(body))) })
    const data = path.startsWith('/crm/teams/') ? { id: 4, name: 'Downtown' } : { reports, teams: [], all: true }
    return Response.json({ status: 1, data, message: '', error: '' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page({ team }: { team: number | undefined }) {
  const { label, open, dialog } = usePageByEmail('business', team)
  return (
    <>
      <button type="button" onClick={open}>
        {label}
      </button>
      {dialog}
    </>
  )
}

/** What is said when a page was stopped, without a place on the screen, of which jsdom knows nothing. */
function Stopped() {
  const action = useNotices().findLast(({ message }) => message.endsWith('does not come by e-mail any more.'))?.action
  return (
    action && (
      <button type="button" onClick={action.run}>
        {action.label}
      </button>
    )
  )
}

const show = (team?: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Page team={team} />
        <Stopped />
      </MantineProvider>
    </QueryClientProvider>,
  )
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('a page is saved only once it is said when it comes', async () => {
  show()
  await press('E-mail weekly…')
  await screen.findByRole('dialog', { name: '“Business” by e-mail' })
  await press('Cancel')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])

  await press('E-mail weekly…')
  await press('Send it to me')
  const schedule = { 'schedule[every]': 'week', 'schedule[day]': '1', 'schedule[hour]': '8' }
  await expect.poll(() => sent).toMatchObject([{ path: '/crm/saved-reports', fields: { team: '', ...schedule } }])
})

it('the page of a team comes beside that of everybody', async () => {
  reports = [{ ...kept, team: null, schedule: mondays }]
  show(4)
  await press('E-mail weekly…')
  await screen.findByRole('dialog', { name: '“Business, Downtown” by e-mail' })
  await press('Send it to me')
  await expect.poll(() => sent).toMatchObject([{ path: '/crm/saved-reports', fields: { team: '4' } }])
})

it('a page that comes already is sent at another time', async () => {
  reports = [{ ...kept, team: { id: 4, name: 'Downtown' }, schedule: mondays, last_sent_at: null }]
  show(4)
  await press('Every Monday at 8:00 AM')
  await press('Save')
  await expect.poll(() => sent).toMatchObject([{ path: '/crm/saved-reports/9/schedule', fields: mondaysAsSent }])
})

it('a page that was stopped is kept anew by Undo, for it went with its e-mails', async () => {
  reports = [{ ...kept, team: { id: 4, name: 'Downtown' }, schedule: mondays, last_sent_at: null }]
  show(4)
  await press('Every Monday at 8:00 AM')
  await press('Stop sending it')
  await press('Undo')
  const schedule = { 'schedule[every]': 'week', 'schedule[day]': '1', 'schedule[hour]': '8' }
  await expect
    .poll(() => sent)
    .toMatchObject([
      { path: '/crm/saved-reports/9/schedule' },
      { path: '/crm/saved-reports', fields: { report: 'business', team: '4', ...schedule } },
    ])
})

const mondaysAsSent = { every: 'week', day: '1', hour: '8' }
