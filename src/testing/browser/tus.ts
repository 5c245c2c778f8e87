import { waitFor } from '@testing-library/react'
import type { HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { expect } from 'vitest'

/** Where the uploads of tests are. */
export const addressOf = (number: number): string =>
  `http://localhost:3000/crm/uploads/7b3a3f0e-6f0c-4b59-9f0e-${String(number).padStart(12, '0')}`

/** A try to send pieces, as the library was asked for it. */
interface Try {
  file: File
  options: UploadOptions
  isAborted: boolean
  url: string | null
}

/** All of a test, in their order. */
export const tries: Try[] = []

/** Stands for the library's own: `vi.mock('tus-js-client', () => import('…/testing/browser/tus.ts'))`. */
export class Upload {
  isAborted = false
  file: File
  options: UploadOptions
  url: string | null
  constructor(file: File, options: UploadOptions) {
    this.file = file
    this.options = options
    this.url = options.uploadUrl ?? null
    tries.push(this)
  }
  start(): void {
    this.url ??= addressOf(tries.length)
    this.options.onUploadUrlAvailable?.()
  }
  async abort(): Promise<void> {
    this.isAborted = true
  }
}

/** The try of this number, from 1, once it is made. */
export async function tryOf(number: number): Promise<Try> {
  await waitFor(() => expect(tries).toHaveLength(number))
  const made = tries[number - 1]
  if (!made) throw new Error('There is none.')
  return made
}

/** Says that all of a file has arrived. */
export const arrived = ({ options }: Try): void => options.onSuccess?.({ lastResponse: {} as HttpResponse })

const request = { getMethod: () => 'PATCH' } as HttpRequest

/** A piece that the server refuses. */
export function refusal(status: number, body: object): Error {
  const response = { getStatus: () => status, getBody: () => JSON.stringify(body) } as HttpResponse
  return Object.assign(new Error('refused'), { originalRequest: request, originalResponse: response })
}

/** A piece without an answer. */
export const broken = (): Error =>
  Object.assign(new Error('broken'), { originalRequest: request, originalResponse: null })
