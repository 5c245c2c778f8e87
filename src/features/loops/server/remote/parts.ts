import { readAtMost } from '../../../../integrations/dotloop/answer.ts'
import type { DotloopDocument, DotloopParticipant } from '../../../../integrations/dotloop/records.ts'
import type { RemoteContext } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { LoopClient, LoopFile } from '../../contract.ts'
import { isClientRole } from '../../rules/loops.ts'
import { leadsByEmail } from '../queries/leads.ts'
import type { Connected } from './access.ts'

/** Files that travel inside one answer: more would not fit into the memory of a small server. */
const MAX_CONTENT_BYTES = 60 * 1024 * 1024

/** The name under which a document is saved. */
export const pdfName = ({ name }: DotloopDocument): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`)

/** The documents of a loop, with their content or without. */
export async function filesOf(
  { access, profileId }: Connected,
  loopId: number,
  { documents, withContent }: { documents: readonly DotloopDocument[]; withContent: boolean },
): Promise<LoopFile[]> {
  const files: LoopFile[] = []
  let total = 0
  for (const document of documents) {
    const { id, folderId, created, updated } = document
    const bytes = withContent
      ? await readAtMost(await access.file({ profileId, loopId, folderId, documentId: id }), MAX_CONTENT_BYTES - total)
      : Buffer.alloc(0)
    if (bytes === null)
      throw new Refusal('too_large', 'The documents of this loop are too large for one answer: ask for each by itself.')
    total += bytes.byteLength
    files.push({
      id,
      name: pdfName(document),
      revision: updated ?? created ?? '',
      content: bytes.toString('base64'),
    })
  }
  return files
}

/** The clients among the people of a loop, with the leads that they are. */
export async function clientsOf(ctx: RemoteContext, people: readonly DotloopParticipant[]): Promise<LoopClient[]> {
  const clients = people.filter(({ role }) => isClientRole(role ?? ''))
  const known = await leadsByEmail(
    ctx,
    clients.flatMap(({ email }) => email || []),
  )
  return clients.map(({ fullName, email, role }) => {
    const { asked: _asked, ...lead } = known.find(({ asked }) => asked === email) ?? { asked: '' }
    const user = 'id' in lead ? lead : null
    return { fullName, email: email ?? '', role: role ?? '', isOnCRM: user !== null, user }
  })
}
