import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answers, fails, said } from '../../../testing/browser/said.ts'
import type { Note } from '../contract.ts'
import { removeNote } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const written = '2026-05-04T13:00:00.000Z'
const note: Note = {
  id: 5,
  lead_id: 3,
  description: 'Wants a balcony',
  date: written,
  created_at: written,
  updated_at: written,
  version: 1,
  author: null,
  on_behalf_of: null,
  mentions: [],
}
const remove = () => removeNote(new QueryClient(), note)

describe('a note that is deleted', () => {
  it('is said to be gone', async () => {
    answers({})
    expect(await said(remove)).toEqual(['Note deleted.'])
  })

  it('is said to be still there when that failed', async () => {
    fails()
    expect(await said(remove)).toEqual(['Failed to delete Note.'])
  })
})
