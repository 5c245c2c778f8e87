import { useEffect, useRef, useState } from 'react'
import { serverSentence } from '../calls/apiErrors.ts'
import type { ResumableOptions } from '../calls/uploads/resumable.ts'
import { notify, notifyFailure } from '../page/notices.ts'

/** A file on its way. */
export interface Uploading {
  key: number
  name: string
  size: number
  /** From 0 to 1. */
  share: number
  /** It goes on by itself when the network is back. */
  isWaiting: boolean
  /** What is wrong with it; the row stays until it is taken away. */
  problem: string | null
  /** Whether what is wrong is not the file. */
  mayRetry: boolean
}

/** Where files go, and what is said of it. */
interface Destination {
  /** Sends one file to its end. */
  send(file: File, options: ResumableOptions): Promise<unknown>
  /** Removes what the server has of a file that is cancelled. */
  forget(file: File): void
  /** Whether a file is not wanted for what it is, so that trying again does not help. */
  refuses(error: unknown): boolean
  /** What is said of those that arrived. */
  said(arrived: number): string
  /** What is said when none did, and of a file without a reason. */
  failed: string
}

interface Uploads {
  uploads: readonly Uploading[]
  send(files: readonly File[]): void
  cancel(key: number): void
  /** Goes on with a file that failed, from where it was. */
  retry(key: number): void
}

const ON_ITS_WAY = { isWaiting: false, problem: null, mayRetry: false }
let given = 0

/** A file of a row, and what ends its upload while that runs. */
interface Sent {
  file: File
  running: AbortController | null
}

/** Sends files one after the other, each with its own progress and its own end. */
export function useFileUploads({ send, forget, refuses, said, failed }: Destination): Uploads {
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const sent = useRef(new Map<number, Sent>())
  useEffect(() => {
    const known = sent.current
    return () => {
      for (const { running } of known.values()) running?.abort()
    }
  }, [])
  const change = (key: number, fields: Partial<Uploading>) =>
    setUploads(all => all.map(one => (one.key === key ? { ...one, ...fields } : one)))
  const drop = (key: number) => {
    sent.current.delete(key)
    setUploads(all => all.filter(one => one.key !== key))
  }

  async function sendOne(key: number): Promise<boolean> {
    const one = sent.current.get(key)
    const signal = one?.running?.signal
    if (!one || !signal || signal.aborted) return false
    try {
      await send(one.file, {
        onProgress: share => change(key, { share, isWaiting: false }),
        onWaiting: () => change(key, { isWaiting: true }),
        signal,
      })
      drop(key)
      return true
    } catch (error) {
      if (!signal.aborted)
        change(key, { isWaiting: false, problem: serverSentence(error, failed), mayRetry: !refuses(error) })
      return false
    } finally {
      one.running = null
    }
  }

  async function sendAll(keys: readonly number[]): Promise<void> {
    let arrived = 0
    for (const key of keys) if (await sendOne(key)) arrived++
    if (arrived > 0) notify(said(arrived))
    if (arrived < keys.length && arrived === 0) notifyFailure(failed)
  }

  return {
    uploads,
    send(files) {
      const rows = files.map(({ name, size }) => ({ key: ++given, name, size, share: 0, ...ON_ITS_WAY }))
      for (const [at, file] of files.entries())
        sent.current.set(rows[at]?.key ?? 0, { file, running: new AbortController() })
      setUploads(all => [...all, ...rows])
      void sendAll(rows.map(({ key }) => key))
    },
    cancel(key) {
      const one = sent.current.get(key)
      one?.running?.abort()
      if (one) forget(one.file)
      drop(key)
    },
    retry(key) {
      const one = sent.current.get(key)
      if (!one || one.running) return
      one.running = new AbortController()
      change(key, ON_ITS_WAY)
      void sendAll([key])
    },
  }
}
