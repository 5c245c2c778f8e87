import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Report, ReportRow } from '../contract.ts'
import type { GoalOf } from './goals/useBoardGoals.ts'
import { PhoneBoard } from './PhoneBoard.tsx'
import { ReportTable } from './ReportTable.tsx'
import { RankLines } from './ranks/RankLines.tsx'

vi.mock('../../people/web/client/viewer.ts', () => ({ useSession: () => ({ user: { agent_id: 1 } }) }))
afterEach(cleanup)

const column = (key: 'calls' | 'calls_connected' | 'commission' | 'response_median') =>
  ({ key, label: key, unit: 'count', better: 'more', rule: '', is_figure: false, has_list: false }) as const
const row = (key: string, label: string): ReportRow => ({
  ...{ key, label, note: null, rank: Number(key), rank_before: null },
  values: [6, 500],
  before: [0, 0],
})
const days = { from: '2026-11-01', to: '2026-11-18' }

const report: Report = {
  ...days,
  name: 'leaderboard',
  title: 'Leaderboard',
  rule: '',
  before: days,
  zone: 'America/Toronto',
  as_of: '2026-11-18T17:00:00Z',
  scope: 'everyone',
  row_label: 'Agent',
  columns: [column('calls'), column('commission')],
  rows: [row('1', 'Ada Byron'), row('2', 'Ben Cole')],
  totals: [12, 1000],
  totals_before: [0, 0],
  steps: [],
  step_unit: 'day',
  series: [],
  ranked: 2,
}
const goalOf: GoalOf = (agent, metric) =>
  agent === '1' && metric === 'calls' ? { agent_id: 1, metric, amount: 10, done: 6 } : undefined
const board = { report, open: null, goalOf, onOpen: () => undefined }
const show = (content: React.ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>)

it('the row of an agent says how far they are with the goal for a number, and others show none', () => {
  show(<ReportTable {...board} />)
  const [, ada, ben] = screen.getAllByRole('row')
  if (!ada || !ben) throw new Error('The table has a row for each agent.')
  expect(within(ada).getByRole('img', { name: '6 of 10 calls, 60 %' }).closest('td')?.dataset.label).toBe('calls')
  expect(within(ben).queryByRole('img')).toBeNull()
})

/** The columns in which numbers have room for a ring, row by row. */
const withRingRoom = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-ring-room]')].map(room => room.closest('td')?.dataset.label)

it('numbers that goals can be about have room for rings before the goals are known, and others have none', () => {
  const columns = [column('calls'), column('response_median')]
  const { container } = show(<ReportTable {...board} report={{ ...report, columns }} goalOf={() => undefined} />)
  expect(withRingRoom(container)).toEqual(['calls', 'calls'])
})

it('days that can have no goals take no room for rings', () => {
  const { container } = show(<ReportTable {...board} goalOf={undefined} />)
  expect(withRingRoom(container)).toEqual([])
})

it('a number that has lost its column is named below the one that it belongs to', () => {
  show(<ReportTable {...board} report={{ ...report, columns: [column('calls'), column('calls_connected')] }} />)
  const [heads, ada] = screen.getAllByRole('row')
  if (!heads || !ada) throw new Error('The table has a row for each agent.')
  expect(within(heads).getByRole('columnheader', { name: 'calls calls_connected' })).toBeTruthy()
  expect(within(ada).getByText('calls_connected').closest('td')?.dataset.label).toBe('calls')
})

it('a phone says it beside the figures of the agent', () => {
  show(<PhoneBoard {...board} />)
  expect(screen.getAllByRole('img', { hidden: true }).map(ring => ring.getAttribute('aria-label'))).toEqual([
    '6 of 10 calls, 60 %',
  ])
})

it('the lines of the ranks are as high as the rows beside them', () => {
  const lines = <RankLines places={[[0], [1]]} own={-1} riser={-1} />
  const { container } = show(<ReportTable {...board} rankLines={{ head: '', lines, rows: 2 }} />)
  const height = Number.parseInt(screen.getByRole('table').style.getPropertyValue('--row'), 10)
  expect(Number(container.querySelector('svg[viewBox^="0 0 192"]')?.getAttribute('height'))).toBe(2 * height)
})
