import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { undoRun } from '../../bulk/web/client.ts'
import type { LeadRow, LeadTag } from '../../leads/contract/record.ts'
import { knownRow, patchLeads } from '../../leads/web/client/leadCache.ts'
import { leadQuery, refetchLead } from '../../leads/web/client/leads.ts'
import { refetchTimeline } from '../../milestones/web/client.ts'
import { isSameName } from '../rules.ts'
import { refreshTags, tagLead, unassignTags, whyNotMade } from './client.ts'
import { pendingKey, whilePending } from './pendingTags.ts'

/** Until the server has named it, a new tag has an id that no other has. */
let placeholder = -1

/** Puts tags on one lead and takes them away: shown at once, put back when the server refuses. */
export function useLeadTags(lead: Pick<LeadRow, 'id' | 'tags'>) {
  const now = (): readonly LeadTag[] =>
    (queryClient.getQueryData(leadQuery(lead.id).queryKey) ?? knownRow(queryClient, lead.id) ?? lead).tags
  const show = (change: (tags: readonly LeadTag[]) => LeadTag[]) =>
    patchLeads(queryClient, new Map([[lead.id, { tags: change(now()) }]]))
  const without = (id: number) => show(tags => tags.filter(tag => tag.id !== id))
  const settle = () => {
    void refreshTags()
    void refetchTimeline(queryClient, lead.id)
  }

  function add(wanted: LeadTag | string): void {
    const tag: LeadTag =
      typeof wanted === 'string' ? { id: placeholder--, name: wanted, permanent: false, colour: null } : wanted
    if (now().some(known => known.id === tag.id || isSameName(known.name, tag.name))) return
    void undoable({
      show() {
        show(tags => [...tags, tag])
        return () => without(tag.id)
      },
      async run() {
        const { tag: kept } = await whilePending(pendingKey(tag.id, lead.id), 'adding', () =>
          tagLead(lead.id, tag.name),
        )
        // What is on its way with other tags stays as it is shown.
        show(tags => [...tags.filter(known => known.id !== tag.id && known.id !== kept.id), kept])
      },
      said: () => null,
      failed: whyNotMade,
      settle,
    })
  }

  const remove = (tag: LeadTag) =>
    void undoable({
      async run() {
        const { run } = await whilePending(pendingKey(tag.id, lead.id), 'removing', () =>
          unassignTags({ lead_ids: [lead.id] }, [tag.id]),
        )
        without(tag.id)
        return run.id
      },
      said: `Removed tag ${tag.name}.`,
      undo: run => putBack(run, tag),
      settle,
    })

  async function putBack(run: number, tag: LeadTag): Promise<void> {
    show(tags => (tags.some(known => known.id === tag.id) ? [...tags] : [...tags, tag]))
    try {
      const { changed } = await whilePending(pendingKey(tag.id, lead.id), 'adding', () => undoRun(run))
      if (changed === 0) await refetchLead(lead.id)
    } catch (error) {
      without(tag.id)
      throw error
    }
  }

  return { add, remove }
}
