import { useEffect, useRef, useState } from 'react'
import type { UploadOptions } from '../calls/uploads/upload.ts'

interface Upload<Input> {
  /** From 0 to 1 while files are on their way, as the browser hands them on; `null` while there are none. */
  share: number | null
  start(input: Input): void
  cancel(): void
}

interface Followers<Input, Answer> {
  send(input: Input, options: UploadOptions): Promise<Answer>
  onSent(answer: Answer, input: Input): void
  onFailed(error: unknown): void
}

/** One upload at a time: how far it is, and its end. What is cancelled fails without a word; so does what is on its way when the screen is left. */
export function useUpload<Input, Answer>({ send, onSent, onFailed }: Followers<Input, Answer>): Upload<Input> {
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const follow = async (input: Input, controller: AbortController) => {
    const { signal } = controller
    try {
      const answer = await send(input, { onProgress: next => signal.aborted || setShare(next), signal })
      if (!signal.aborted) onSent(answer, input)
    } catch (error) {
      if (!signal.aborted) onFailed(error)
    } finally {
      if (running.current === controller) {
        running.current = null
        setShare(null)
      }
    }
  }
  return {
    share,
    start(input) {
      if (running.current) return
      running.current = new AbortController()
      setShare(0)
      void follow(input, running.current)
    },
    cancel: () => running.current?.abort(),
  }
}
