import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { type ListingAddress, submissionCalls } from '../contract.ts'
import { filesProblem } from '../rules/limits.ts'
import { submissionSentences } from '../rules/sentences.ts'
import { splitProblem } from '../rules/splits.ts'
import { findByMls, forgetFile } from './client.ts'
import {
  type DealForm,
  documentsOf,
  emptyDealForm,
  type FormFile,
  guessTitle,
  parseDealForm,
  whyNot,
  withListing,
  withoutListing,
} from './rules/form.ts'
import { type ImportedLoop, withLoop } from './rules/loop.ts'
import { submissionOf } from './rules/wire.ts'
import { useSending } from './useSending.ts'

/** Under which name the form is kept on the device. */
export const DRAFT_NAME = 'deal-submission'
/** Typing a number rests this long before it is looked up. */
const TYPING_MS = 300

/** What stands in the form of a deal, kept over a reload, with its files, and how it is sent. */
export function useSubmission(onClose: () => void) {
  const { user } = useSession()
  const [initial] = useState(() =>
    emptyDealForm(user?.agent_id ? { id: user.agent_id, name: `${user.firstName} ${user.lastName}`.trim() } : null),
  )
  const [files, setFiles] = useState<readonly FormFile[]>([])
  const sending = useSending()
  const entry = useDraftForm(submissionCalls.storeCoop, {
    initial,
    draft: { name: DRAFT_NAME, parse: parseDealForm },
    inputOf: values => submissionOf(values, files),
    send: (deal, options) =>
      sending.send(
        deal,
        files.map(({ file }) => file),
        options,
      ),
    onSaved() {
      setFiles([])
      notify(submissionSentences.submitted)
      onClose()
    },
  })
  const { values } = entry.form
  const change = (next: DealForm) => entry.form.setValues(next)
  const documents = documentsOf(values, files)
  const addFiles = (chosen: readonly Omit<FormFile, 'id' | 'title'>[]) =>
    setFiles(before => withFiles(before, chosen, values))
  const lookup = useMlsLookup(values, change)
  const problem =
    whyNot(values) ?? splitProblem(values.commission_splits) ?? filesProblem(files.map(({ file }) => file))
  const removeFiles = (isRemoved: (file: FormFile) => boolean) => {
    for (const one of files) if (isRemoved(one)) forgetFile(one.file)
    setFiles(before => before.filter(one => !isRemoved(one)))
  }
  return {
    ...entry,
    values,
    change,
    files,
    setFiles,
    addFiles,
    removeFile: (id: string) => removeFiles(one => one.id === id),
    documents,
    lookup,
    /** The files of the deal on their way. */
    sending,
    /** They may take a while: nothing is changed meanwhile, and sending can be stopped. */
    isUnderWay: entry.isSending && files.length > 0,
    /** Why it cannot be sent yet; `null` when it can. */
    problem,
    importLoop(loop: ImportedLoop, loopFiles: readonly Omit<FormFile, 'id' | 'title'>[]) {
      const next = withLoop(values, loop)
      change(next)
      removeFiles(one => loopFiles.some(({ loop: from }) => from && one.loop?.id === from.id))
      setFiles(before => withFiles(before, loopFiles, next))
    },
    discard() {
      entry.draft.clear()
      removeFiles(() => true)
      entry.clearFailure()
    },
  }
}

/** The form of a deal with what it can do, for its parts. */
export type SubmissionState = ReturnType<typeof useSubmission>

/** The files with further ones, each as the document that it seems to be. */
function withFiles(
  before: readonly FormFile[],
  added: readonly Omit<FormFile, 'id' | 'title'>[],
  form: DealForm,
): FormFile[] {
  const files = [...before]
  for (const one of added)
    files.push({ ...one, id: crypto.randomUUID(), title: guessTitle(one.file.name, documentsOf(form, files)) })
  return files
}

/** How the look-up of an MLS number stands. */
interface Lookup {
  state: 'idle' | 'prefilling' | 'found' | 'failed'
  error: string | null
  found: ListingAddress | null
}

const idle: Lookup = { state: 'idle', error: null, found: null }

/** Looks a number up after a pause of typing: fills address and owner, or clears them and says why. */
function useMlsLookup(values: DealForm, change: (next: DealForm) => void) {
  const [lookup, setLookup] = useState<Lookup>(idle)
  const asking = useRef<AbortController>(null)
  const latest = useRef(values)
  latest.current = values
  const ask = useDebouncedCallback(async (mls: string) => {
    const controller = new AbortController()
    asking.current = controller
    setLookup({ state: 'prefilling', error: null, found: null })
    try {
      const found = await findByMls(mls, controller.signal)
      if (controller.signal.aborted) return
      setLookup({ state: 'found', error: null, found })
      change(withListing(latest.current, found))
    } catch (error) {
      if (controller.signal.aborted) return
      setLookup({ state: 'failed', error: sentenceOf(error), found: null })
      change(withoutListing(latest.current))
    }
  }, TYPING_MS)
  return {
    ...lookup,
    type(mls: string) {
      asking.current?.abort()
      change({ ...values, mls })
      setLookup(idle)
      if (mls.trim()) ask(mls.trim())
      else ask.cancel()
    },
  }
}
