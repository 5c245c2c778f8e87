import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type Undoable, undoable } from '../../../platform/web/calls/undoable.ts'
import {
  forgetUpload,
  placeOf,
  type ResumableOptions,
  refusesFiles,
  uploadResumably,
} from '../../../platform/web/calls/uploads/resumable.ts'
import { type Assignment, dealDocumentCalls, type LoopDocument, type RequiredDocument } from '../contract.ts'
import { documentName } from '../rules/documents.ts'
import type { PageRange } from '../rules/pages.ts'

/** The documents of a deal. */
export const documentsQuery = (id: number) =>
  queryOf(dealDocumentCalls.list, { id }, { topics: [{ topic: 'deal-documents', ids: [id] }] })

/** What a deal needs before it closes. */
export const requiredQuery = (id: number) =>
  queryOf(dealDocumentCalls.required, { id }, { topics: [{ topic: 'deal-documents', ids: [id] }] })

/** What opens a document for some minutes. */
export const tokenQuery = (documentId: number) =>
  queryOf(dealDocumentCalls.token, { documentId }, { topics: [], staleTime: 300_000, gcTime: 300_000 })

/** Fetches documents, and what they are needed for, again after one has changed. */
export const refetchDocuments = () =>
  Promise.all([dealDocumentCalls.list, dealDocumentCalls.required].map(one => refetchCall(queryClient, one)))

/** Sends one file to a deal, through gaps of the network; of a loop, which document of it that is. */
export async function uploadDocument(
  dealId: number,
  file: File,
  options: ResumableOptions,
  loop?: Omit<LoopDocument, 'file'>,
): Promise<void> {
  const loop_files = loop ? [{ file: 0, ...loop }] : undefined
  const input = { dealId, ...(loop_files && { loop_files }) }
  await uploadResumably({ definition: dealDocumentCalls.upload, input, place: placeOfDeal(dealId) }, [file], options)
  await refetchDocuments()
}

const placeOfDeal = (dealId: number) => placeOf(dealDocumentCalls.upload, { dealId })

/** Removes what the server has of a file that is not added to the deal after all. */
export const forgetDocument = (dealId: number, file: File): void => forgetUpload(placeOfDeal(dealId), file)

/** Whether a file is no document that a deal takes. */
export const refusesDocument = (error: unknown): boolean => refusesFiles(dealDocumentCalls.upload, error)

interface Named {
  id: number
  name: string
}

/** Gives a document another name, shown at once. */
export const renameDocument = (dealId: number, { id, name: before }: Named, text: string) =>
  undoable({
    show: () =>
      showAtOnce(queryClient, [
        cachedChange(
          dealDocumentCalls.list,
          answer => ({
            ...answer,
            documents: answer.documents.map(one => (one.id === id ? { ...one, name: documentName(text) } : one)),
          }),
          { id: dealId },
        ),
      ]),
    run: () => call(dealDocumentCalls.rename, { dealId, id, file_name: text }),
    said: 'File successfully renamed',
    failed: 'Failed to rename file.',
    undo: () => call(dealDocumentCalls.rename, { dealId, id, file_name: before }),
    settle: refetchDocuments,
  })

/** Takes a document off a deal. */
export const removeDocument = (dealId: number, { id }: Named) =>
  undoable({
    show: () =>
      showAtOnce(queryClient, [
        cachedChange(
          dealDocumentCalls.list,
          answer => ({ ...answer, documents: answer.documents.filter(one => one.id !== id) }),
          { id: dealId },
        ),
      ]),
    run: () => call(dealDocumentCalls.remove, { dealId, id }),
    said: 'File successfully removed',
    failed: 'Failed to remove file.',
    undo: () => call(dealDocumentCalls.restore, { dealId, id }),
    destructive: true,
    settle: refetchDocuments,
  })

/** Saves a document on the person's device. */
export const downloadDocument = (dealId: number, id: number) =>
  undoable({
    run: async () => saveFile(await download(dealDocumentCalls.file, { dealId, id })),
    said: 'Document has been downloaded',
    failed: 'Failed to download file for deal.',
  })

/** Saves all documents of a deal as one zip file. */
export const downloadAll = (dealId: number) =>
  undoable({
    run: async () => saveFile(await download(dealDocumentCalls.files, { dealId })),
    said: 'Document has been downloaded',
    failed: 'Failed to download files for deal.',
  })

/** Opens a document in a window of its own, which holds a link that ends. */
export const openDocument = (documentId: number) =>
  undoable({
    // Opened at the press itself: browsers block windows that come later.
    run: async () => {
      const opened = window.open('', '_blank')
      try {
        const { url } = await call(dealDocumentCalls.token, { documentId })
        if (opened) {
          opened.opener = null
          opened.location.href = url
        } else window.location.assign(url)
      } catch (error) {
        opened?.close()
        throw error
      }
    },
    said: () => null,
    failed: 'Failed to download file for deal.',
  })

/** Something that a deal needs. */
interface RequiredPlace extends Named {
  dealId: number
}

/** Says that pages of a document are what the deal needs; all of them when none are named. */
export const assigning = (
  { dealId, id, name }: RequiredPlace,
  document_id: number,
  pages?: PageRange,
): Undoable<RequiredDocument[]> => ({
  run: () =>
    call(dealDocumentCalls.assign, {
      dealId,
      id,
      document_id,
      ...(pages && { first_page: pages.first, last_page: pages.last }),
    }),
  said: `${name} is in place.`,
  failed: 'Failed to update checklist.',
  undo: async required => {
    const made = required.find(one => one.id === id)?.assignments.findLast(one => one.document_id === document_id)
    if (made) await call(dealDocumentCalls.unassign, { dealId, id, assignment_id: made.id })
  },
  settle: refetchDocuments,
})

/** Says that all pages of a document are what the deal needs. */
export const assignDocument = (place: RequiredPlace, document_id: number) => undoable(assigning(place, document_id))

/** Takes assigned pages back. What was said of them in a review is gone with them, so that only unreviewed ones are put back. */
export const unassignPages = (
  { dealId, id, name }: RequiredPlace,
  { id: assignment_id, document_id, first_page, last_page, state }: Assignment,
) =>
  undoable({
    run: () => call(dealDocumentCalls.unassign, { dealId, id, assignment_id }),
    said: `The document was taken back from ${name}.`,
    failed: 'Failed to update checklist.',
    ...(state === 'waiting' && {
      undo: () => call(dealDocumentCalls.assign, { dealId, id, document_id, first_page, last_page }),
    }),
    settle: refetchDocuments,
  })

/** Says that assigned pages are what the deal needs. */
export const acceptPages = ({ dealId, id, name }: RequiredPlace, assignment_id: number) =>
  undoable({
    run: () => call(dealDocumentCalls.review, { dealId, id, assignment_id, state: 'accepted' }),
    said: `${name} is accepted.`,
    failed: 'Failed to update checklist.',
    settle: refetchDocuments,
  })
