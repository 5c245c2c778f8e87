import type { z } from 'zod'
import { DotloopError } from './errors.ts'

/** An answer whose head is there, and whose body is still on its way. */
export interface Answer {
  response: Response
  /**
   * The body, piece by piece. It ends with a `DotloopError` when it breaks off, or when the service is silent for as long as an
   * answer may take.
   */
  body(): AsyncGenerator<Uint8Array, void, undefined>
  /** Lets go of a body that nobody reads. */
  drop(): Promise<void>
}

/** Asks the service. Its time counts until the body is read, anew for each piece, and not while whoever reads takes their own. */
export async function ask(address: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  const giveUp = new AbortController()
  const clock = () => setTimeout(() => giveUp.abort(), timeoutMs)
  let timer = clock()
  const failed = () =>
    new DotloopError(
      giveUp.signal.aborted ? 'Dotloop did not answer in time.' : 'Dotloop cannot be reached.',
      'unreachable',
    )
  try {
    // Tokens are meant for this service and for no other.
    const response = await fetch(address, { ...init, redirect: 'error', signal: giveUp.signal })
    return {
      response,
      async *body() {
        try {
          for await (const piece of response.body ?? []) {
            clearTimeout(timer)
            yield piece
            timer = clock()
          }
        } catch {
          throw failed()
        } finally {
          clearTimeout(timer)
        }
      },
      async drop() {
        clearTimeout(timer)
        await response.body?.cancel().catch(() => undefined)
      },
    }
  } catch {
    clearTimeout(timer)
    throw failed()
  }
}

/** Everything that a body holds, counted while it is read; `null` as soon as it is more than `most` bytes. */
export async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > most) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Far more than a page of loops has. */
const MAX_JSON_BYTES = 5 * 1024 * 1024

/** What an answer says; `null` when it is no JSON, or immense. */
export async function readJson(answer: Answer): Promise<unknown> {
  const text = (await readAtMost(answer.body(), MAX_JSON_BYTES))?.toString()
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

/** What an answer says, as a record of the service; fails as unreadable otherwise. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value)
  if (!read.success) throw new DotloopError('Dotloop sent an unreadable answer.', 'unreachable')
  return read.data
}
