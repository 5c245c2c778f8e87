import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { undoRun } from '../../bulk/web/client.ts'
import type { Lead, LeadRow, LeadTag } from '../../leads/contract/record.ts'
import { knownRow, patchLeads } from '../../leads/web/client/leadCache.ts'
import { leadKeys } from '../../leads/web/client/leads.ts'
import { timelineKey } from '../../milestones/web/client.ts'
import { isSameName } from '../rules.ts'
import { refreshTags, tagLead, unassignTags } from './client.ts'
import { pendingKey, whilePending } from './pendingTags.ts'

const TAG_FAILED = 'There was an error creating this tag.'
/** Until the server has named it, a new tag has an id that no other has. */
let placeholder = -1

/** Puts tags on one lead and takes them away: shown at once, put back when the server refuses. */
export function useLeadTags(lead: Pick<LeadRow, 'id' | 'tags'>) {
  const client = useQueryClient()
  const now = (): readonly LeadTag[] =>
    (client.getQueryData<Lead>(leadKeys.one(lead.id)) ?? knownRow(client, lead.id) ?? lead).tags
  const show = (change: (tags: readonly LeadTag[]) => LeadTag[]) =>
    patchLeads(client, new Map([[lead.id, { tags: change(now()) }]]))
  const without = (id: number) => show(tags => tags.filter(tag => tag.id !== id))
  const settle = () => {
    refreshTags(client)
    void client.invalidateQueries({ queryKey: timelineKey(lead.id) })
  }

  const add = async (wanted: LeadTag | string): Promise<void> => {
    const tag: LeadTag =
      typeof wanted === 'string' ? { id: placeholder--, name: wanted, permanent: false, colour: null } : wanted
    if (now().some(known => known.id === tag.id || isSameName(known.name, tag.name))) return
    show(tags => [...tags, tag])
    try {
      const { tag: kept } = await whilePending(pendingKey(tag.id, lead.id), 'adding', () => tagLead(lead.id, tag.name))
      // What is on its way with other tags stays as it is shown.
      show(tags => [...tags.filter(known => known.id !== tag.id && known.id !== kept.id), kept])
      settle()
    } catch (error) {
      without(tag.id)
      notifyFailure(sentenceOf(error, TAG_FAILED), () => void add(wanted))
    }
  }

  const remove = async (tag: LeadTag): Promise<void> => {
    try {
      const { run } = await whilePending(pendingKey(tag.id, lead.id), 'removing', () =>
        unassignTags({ lead_ids: [lead.id] }, [tag.id]),
      )
      without(tag.id)
      settle()
      notify(`Removed tag ${tag.name}.`, { action: { label: 'Undo', run: () => void putBack(run.id, tag) } })
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void remove(tag))
    }
  }

  const putBack = async (run: number, tag: LeadTag): Promise<void> => {
    show(tags => (tags.some(known => known.id === tag.id) ? [...tags] : [...tags, tag]))
    try {
      const { changed } = await whilePending(pendingKey(tag.id, lead.id), 'adding', () => undoRun(run))
      if (changed === 0) await client.invalidateQueries({ queryKey: leadKeys.one(lead.id) })
      settle()
    } catch (error) {
      without(tag.id)
      notifyFailure(sentenceOf(error))
    }
  }

  return { add: (wanted: LeadTag | string) => void add(wanted), remove: (tag: LeadTag) => void remove(tag) }
}
