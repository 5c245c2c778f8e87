import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, fails, said, sendsFile } from '../../../testing/browser/said.ts'
import {
  acceptPages,
  assignDocument,
  downloadAll,
  downloadDocument,
  openDocument,
  removeDocument,
  renameDocument,
  unassignPages,
} from './client.ts'

beforeEach(() => {
  // What jsdom lacks of a browser.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  vi.spyOn(window, 'open').mockReturnValue(null)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const waiver = { id: 7, name: 'Waiver.pdf' }
const place = { dealId: 3, id: 5, name: 'Waiver' }
const assignment = {
  id: 9,
  document_id: 7,
  document_name: 'Waiver.pdf',
  first_page: 1,
  last_page: 2,
  state: 'waiting' as const,
  reason: '',
  reviewer: null,
  reviewed_at: null,
}

describe('a document of a deal', () => {
  it.each([
    ['renamed', () => renameDocument(3, waiver, 'Amendment'), 'File successfully renamed'],
    ['removed', () => removeDocument(3, waiver), 'File successfully removed'],
    ['assigned', () => assignDocument(place, 7), 'Waiver is in place.'],
    ['taken back', () => unassignPages(place, assignment), 'The document was taken back from Waiver.'],
    ['accepted', () => acceptPages(place, 9), 'Waiver is accepted.'],
  ])('that is %s is said to be', async (_what, work, sentence) => {
    answers([])
    expect(await said(work)).toEqual([sentence])
  })

  it.each([
    ['one', () => downloadDocument(3, 7)],
    ['all', () => downloadAll(3)],
  ])('is said to be downloaded: %s', async (_which, work) => {
    sendsFile('Waiver.pdf')
    expect(await said(work)).toEqual(['Document has been downloaded'])
  })

  it.each([
    ['without a header', {}, 'Unable to get Content Disposition header for file download.'],
    [
      'without a name',
      { 'content-disposition': 'attachment' },
      'Unable to get filename from Content Disposition header',
    ],
  ])('that came %s is said not to be downloaded', async (_how, headers, sentence) => {
    vi.stubGlobal('fetch', async () => new Response('%PDF-', { headers }))
    expect(await said(() => downloadDocument(3, 7))).toEqual([sentence])
    expect(await said(() => downloadAll(3))).toEqual([sentence])
  })

  it.each([
    ['renamed', () => renameDocument(3, waiver, 'Amendment'), 'Failed to rename file.'],
    ['removed', () => removeDocument(3, waiver), 'Failed to remove file.'],
    ['downloaded', () => downloadDocument(3, 7), 'Failed to download file for deal.'],
    ['opened', () => openDocument(7), 'Failed to download file for deal.'],
    ['downloaded with all others', () => downloadAll(3), 'Failed to download files for deal.'],
    ['assigned', () => assignDocument(place, 7), 'Failed to update checklist.'],
  ])('that could not be %s is said not to be', async (_what, work, sentence) => {
    fails()
    expect(await said(work)).toEqual([sentence])
  })

  it('opens in a window of its own, at its address with the token', async () => {
    const address = '/crm/documents/7/view?token=abc.def'
    answers({ url: address, token: 'abc.def' })
    const opened = { opener: window, location: { href: '' }, close: vi.fn() }
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as never)
    expect(await said(() => openDocument(7))).toEqual([])
    expect(open).toHaveBeenCalledWith('', '_blank')
    expect(opened.location.href).toBe(address)
    expect(opened.opener).toBeNull()
  })

  it('closes the window again where it cannot be opened', async () => {
    fails()
    const opened = { opener: window, location: { href: '' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(opened as never)
    await said(() => openDocument(7))
    expect(opened.close).toHaveBeenCalledOnce()
  })
})
