import { useEffect, useRef, useState } from 'react'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { uploadDocument } from './client.ts'

/** A file on its way. */
export interface Uploading {
  key: number
  name: string
  size: number
  /** From 0 to 1. */
  share: number
  /** What is wrong with it; the row stays until it is taken away. */
  problem: string | null
}

const FAILED = 'Failed to upload files.'
let given = 0

/** Sends files to a deal one after the other, each with its own progress and its own end. */
export function useUploads(dealId: number): {
  uploads: readonly Uploading[]
  send(files: readonly File[]): void
  cancel(key: number): void
} {
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const running = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const known = running.current
    return () => {
      for (const controller of known.values()) controller.abort()
    }
  }, [])
  const change = (key: number, fields: Partial<Uploading>) =>
    setUploads(all => all.map(one => (one.key === key ? { ...one, ...fields } : one)))
  const drop = (key: number) => setUploads(all => all.filter(one => one.key !== key))

  async function sendOne(key: number, file: File): Promise<boolean> {
    const controller = running.current.get(key)
    if (!controller || controller.signal.aborted) return false
    try {
      await uploadDocument(dealId, file, { onProgress: share => change(key, { share }), signal: controller.signal })
      drop(key)
      return true
    } catch (error) {
      if (!controller.signal.aborted) change(key, { problem: serverSentence(error, FAILED) })
      return false
    } finally {
      running.current.delete(key)
    }
  }

  async function sendAll(queue: readonly { key: number; file: File }[]): Promise<void> {
    let sent = 0
    for (const { key, file } of queue) if (await sendOne(key, file)) sent++
    if (sent > 0) notify('Files successfully uploaded')
    if (sent < queue.length && sent === 0) notifyFailure(FAILED)
  }

  return {
    uploads,
    send(files) {
      const queue = files.map(file => ({ key: ++given, file }))
      for (const { key } of queue) running.current.set(key, new AbortController())
      const rows = queue.map(({ key, file }) => ({ key, name: file.name, size: file.size, share: 0, problem: null }))
      setUploads(all => [...all, ...rows])
      void sendAll(queue)
    },
    cancel(key) {
      running.current.get(key)?.abort()
      drop(key)
    },
  }
}
