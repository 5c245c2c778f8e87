import { z } from 'zod'

/** Where files are sent piece by piece, in the tus protocol (version 1.0), under the base of all calls. */
export const UPLOADS_PATH = 'uploads'

/** The largest file of an upload. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

/** One request carries this much of a file: soon enough through on a weak line, and few requests on a good one. */
export const PIECE_BYTES = 2 * 1024 * 1024

/** An upload that is not finished after this long is removed. */
export const UPLOAD_LIFE_MS = 86_400_000

/** The id of a file that was sent piece by piece. */
export const UploadId = z.uuid()

/** How many uploads one call takes. */
const MAX_UPLOADS = 50

/** What a person may have begun and not finished at the same time: all that one call takes. */
export const MAX_UNFINISHED = { files: MAX_UPLOADS, bytes: 4 * MAX_FILE_BYTES }

/**
 * The field `uploads` of a call with files: those that were sent before, piece by piece, and come after the files of its body. Such a
 * call makes one transaction and answers what that returns; asked again for the same uploads, it gives the first answer.
 */
export const UploadIds = z.array(UploadId).max(MAX_UPLOADS).optional()
