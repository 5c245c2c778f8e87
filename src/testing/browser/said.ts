import { renderHook } from '@testing-library/react'
import { vi } from 'vitest'
import { closeNotice, type Notice, useNotices } from '../../platform/web/page/notices.ts'

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current

/** A server that answers every call with this. */
export const answers = (data: unknown): void =>
  void vi.stubGlobal('fetch', async () => Response.json({ status: 1, data, message: '', error: '' }))

/** A server that sends this file whatever is asked for. */
export const sendsFile = (name: string): void =>
  void vi.stubGlobal(
    'fetch',
    async () => new Response('%PDF-', { headers: { 'content-disposition': `attachment; filename="${name}"` } }),
  )

/** A server on which every call fails without a sentence for people. */
export const fails = (): void =>
  void vi.stubGlobal('fetch', async () =>
    Response.json({ status: 0, data: null, message: '', error: 'internal' }, { status: 500 }),
  )

/** What the person is told of something that they do, in order. */
export async function said(work: () => Promise<unknown>): Promise<string[]> {
  for (const { id } of notices()) closeNotice(id)
  await work()
  return notices().map(({ message }) => message)
}
