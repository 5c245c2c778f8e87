import { useEffect, useRef, useState } from 'react'
import type { Submitted } from '../contract.ts'
import { submissionSentences } from '../rules/sentences.ts'
import { storeDeal } from './client.ts'

/** How a file of the form is on its way. */
export interface FileWay {
  /** From 0 to 1. */
  share: number
  /** It goes on by itself when the network is back. */
  isWaiting: boolean
  /** It did not arrive. */
  isFailed: boolean
}

interface Running {
  controller: AbortController
  /** Whether nothing is lost when it ends: files are still on their way, or nobody can be reached. */
  mayEnd(): boolean
}

type Sent = Parameters<typeof storeDeal>[0]
type Ways = ReadonlyMap<File, FileWay>

const NOT_YET: FileWay = { share: 0, isWaiting: false, isFailed: false }

/** The way of the files of a deal, one after the other, to its end; what arrived of them is not sent again. */
export function useSending() {
  const [ways, setWays] = useState<Ways>(new Map())
  const [isWaiting, setWaiting] = useState(false)
  const running = useRef<Running | null>(null)
  useEffect(
    () => () => {
      // With all files there, the deal that is just being submitted is so also when the form is left.
      if (running.current?.mayEnd()) running.current.controller.abort()
    },
    [],
  )
  const change = (file: File, fields: Partial<FileWay>) =>
    setWays(all => new Map(all).set(file, { ...NOT_YET, ...all.get(file), ...fields }))
  return {
    ways,
    /** All files are there, and the deal itself waits for the network. */
    isWaiting,
    async send(deal: Sent, files: readonly File[], { idempotencyKey }: { idempotencyKey: string }): Promise<Submitted> {
      const controller = new AbortController()
      const open = new Set(files)
      let waits = false
      running.current = { controller, mayEnd: () => waits || open.size > 0 }
      setWays(new Map(files.map(file => [file, NOT_YET])))
      try {
        return await storeDeal(deal, files, {
          idempotencyKey,
          signal: controller.signal,
          onProgress(share, file) {
            if (share === 1) open.delete(file)
            else open.add(file)
            change(file, { share, isWaiting: false })
          },
          onWaiting(file) {
            if (file) return change(file, { isWaiting: true })
            waits = true
            setWaiting(true)
          },
        })
      } catch (error) {
        const isStopped = controller.signal.aborted
        const stuck = isStopped ? undefined : files.find(file => open.has(file))
        setWays(new Map(stuck && [[stuck, { ...NOT_YET, isFailed: true }]]))
        if (!isStopped) throw error
        throw new Error(open.size > 0 ? submissionSentences.stopped : submissionSentences.stoppedLate)
      } finally {
        setWaiting(false)
        running.current = null
      }
    },
    stop: () => running.current?.controller.abort(),
  }
}
