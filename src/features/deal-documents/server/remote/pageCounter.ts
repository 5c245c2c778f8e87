import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileProblem } from '../../rules/documents.ts'

/** A file that is read for longer is refused as damaged. */
const DEADLINE_MS = 15_000
/** The heap of the thread that reads; a file that needs more is refused as damaged. */
const HEAP_MB = 256

/** Counts the pages of PDFs, one at a time. */
export interface PageCounter {
  /** The pages of the PDF at a path, or why they cannot be counted. */
  count(path: string): Promise<number | FileProblem>
  close(): Promise<void>
}

/**
 * Counts in a thread of its own, so that the server goes on answering while a file is read. The thread starts with the first
 * file, and anew after one that it did not survive.
 */
export function startPageCounter({ deadlineMs = DEADLINE_MS } = {}): PageCounter {
  let worker: Worker | null = null
  const close = async () => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }
  return {
    close,
    async count(path) {
      worker ??= startWorker()
      try {
        const answered = once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
        worker.postMessage(path)
        const [pages] = (await answered) as [number | FileProblem]
        return pages
      } catch (error) {
        await close()
        if (!isTooMuch(error)) throw error
        return 'damaged'
      }
    },
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./pageWorker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  // Whoever waits for a count hears of it; one that fails when nobody waits must not end the process.
  return worker.on('error', () => undefined)
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
