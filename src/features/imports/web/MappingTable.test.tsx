import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { ImportColumn, Mapping } from '../contract.ts'
import { MappingTable } from './MappingTable.tsx'

afterEach(cleanup)

const column = (name: string, samples: string[] = []): ImportColumn => ({ name, suggested: null, samples })

function Table({ columns, first }: { columns: ImportColumn[]; first: Mapping }) {
  const [mapping, setMapping] = useState(first)
  return (
    <MantineProvider>
      <MappingTable holds="people" columns={columns} mapping={mapping} onChange={setMapping} />
    </MantineProvider>
  )
}

const choice = (name: string) => screen.getByLabelText<HTMLSelectElement>(`${name} becomes`)

it('a column can be given another meaning, and takes it from the column that had it', () => {
  render(<Table columns={[column('Name', ['Jane']), column('Nick', ['J'])]} first={['full_name', null]} />)
  fireEvent.change(choice('Nick'), { target: { value: 'full_name' } })
  expect(choice('Nick').value).toBe('full_name')
  expect(choice('Name').value).toBe('')
})

it('several columns may be e-mail addresses', () => {
  render(<Table columns={[column('A'), column('B')]} first={['email', null]} />)
  fireEvent.change(choice('B'), { target: { value: 'email' } })
  expect([choice('A').value, choice('B').value]).toEqual(['email', 'email'])
})

it('many skipped columns wait behind a button', () => {
  const columns = [column('Name'), ...Array.from({ length: 40 }, (_, at) => column(`Extra ${at}`))]
  render(<Table columns={columns} first={['full_name', ...columns.slice(1).map(() => null)]} />)
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
  fireEvent.click(screen.getByText('Show 40 skipped columns'))
  expect(screen.getAllByRole('combobox')).toHaveLength(41)
})
