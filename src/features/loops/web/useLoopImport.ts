import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import type { LoopClient, LoopDetails, LoopFile } from '../contract.ts'
import { loopSentences } from '../rules/loops.ts'
import { loopFile, loopQuery } from './client.ts'

/** A loop that was taken over, with its files. */
export interface ChosenLoop {
  details: LoopDetails
  clients: readonly LoopClient[]
  /** When it was read: what changes in it later is not taken over. */
  readAt: string
  files: readonly { file: File; loop: { id: number; revision: string } }[]
}

/** Documents that a later one replaces; they are not taken over unless somebody says so. */
const OUTDATED = /\b(?:old|outdated|superseded|void)\b/i

const isUsual = ({ name }: LoopFile) => !OUTDATED.test(name)

/** Fetches the files of the selected loop one after the other, and hands everything over. `isChosenAtFirst`: before somebody says otherwise. */
export function useLoopImport(
  selected: number | null,
  onImport: (loop: ChosenLoop) => void | Promise<void>,
  isChosenAtFirst: (file: LoopFile) => boolean = isUsual,
) {
  const { data } = useQuery({ ...loopQuery(selected ?? 0), enabled: selected !== null })
  const [switched, setSwitched] = useState<Readonly<Record<number, boolean>>>({})
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [failure, setFailure] = useState<{ loop: number | null; sentence: string } | null>(null)
  const stopping = useRef<AbortController>(null)
  const fetched = useRef(new Map<number, File>())
  const isChosen = (file: LoopFile) => switched[file.id] ?? isChosenAtFirst(file)
  const chosen = (data?.files ?? []).filter(isChosen)

  const start = async () => {
    if (progress) return
    if (selected === null || !data) {
      if (selected === null) setFailure({ loop: null, sentence: loopSentences.noneSelected })
      return
    }
    const controller = new AbortController()
    stopping.current = controller
    setFailure(null)
    try {
      for (const [done, file] of chosen.entries()) {
        setProgress({ done, total: chosen.length })
        // Files that are there already stay, when it was stopped and is begun again.
        if (!fetched.current.has(file.id))
          fetched.current.set(file.id, await loopFile(selected, file, controller.signal))
      }
      const files = chosen.flatMap(({ id, revision }) => {
        const file = fetched.current.get(id)
        return file ? [{ file, loop: { id, revision } }] : []
      })
      await onImport({ details: data.loopDetails, clients: data.clients, readAt: data.as_of, files })
    } catch (error) {
      if (!controller.signal.aborted)
        setFailure({ loop: selected, sentence: serverSentence(error, loopSentences.importFailed) })
    } finally {
      setProgress(null)
    }
  }
  return {
    chosen,
    progress,
    /** What went wrong with this loop; `null` otherwise. */
    problem: failure?.loop === selected ? failure.sentence : null,
    toggle: (file: LoopFile) => setSwitched({ ...switched, [file.id]: !isChosen(file) }),
    start,
    stop: () => stopping.current?.abort(),
  }
}
