import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic } from '../../../platform/web/calls/queryOf.ts'
import { type Archive, archiveCalls } from '../contract.ts'

/** Without a stream of changes, an archive is asked about this often while it is made. */
const ASK_MS = 3000

/** Whether something is still happening to an archive. */
export const isAtWork = ({ status }: Pick<Archive, 'status'>): boolean => status === 'queued' || status === 'running'

/** Archives, newest first. */
export const archives = {
  ...pagesOf(archiveCalls.list, { perPage: 10 }, { topics: ['archives'] }),
  refetchInterval: ASK_MS * 5,
}

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } finally {
    await invalidateTopic(queryClient, 'archives')
  }
}

export const beginArchive = () => settled(call(archiveCalls.create, {}, { idempotencyKey: crypto.randomUUID() }))

export const cancelArchive = (id: number) => settled(call(archiveCalls.cancel, { id }))

/** Saves the file; a link is made for this one time, since an older one may have ended. */
export async function downloadArchive(id: number): Promise<void> {
  const { data } = await call(archiveCalls.list, { perPage: 50 })
  const link = data.find(one => one.id === id)?.link
  saveFile(await download(archiveCalls.file, { id, ...(link ? { token: link.token } : {}) }))
}
