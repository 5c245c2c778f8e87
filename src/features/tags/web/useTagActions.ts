import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { leadKeys } from '../../leads/web/client/leads.ts'
import type { ManagedTag } from '../contract.ts'
import { deleteTag, giveToEverybody, refreshTags, restoreTag } from './client.ts'
import { pendingKey, whilePending } from './pendingTags.ts'

/** What is done to a tag itself, wherever it is. */
export function useTagActions() {
  const client = useQueryClient()
  const refresh = () => {
    refreshTags(client)
    void client.invalidateQueries({ queryKey: leadKeys.all })
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void attempt(work))
    }
    refresh()
  }
  const restore = (tag: ManagedTag): Promise<void> =>
    attempt(async () => {
      await restoreTag(tag.id)
      notify(`Restored the tag ${tag.name}.`)
    })
  return {
    restore,
    remove: (tag: ManagedTag) =>
      attempt(async () => {
        await whilePending(pendingKey(tag.id), 'deleting', () => deleteTag(tag.id))
        notify(`Deleted the tag ${tag.name}.`, {
          destructive: true,
          action: { label: 'Undo', run: () => void restore(tag) },
        })
      }),
    makeDefault: (tag: ManagedTag) =>
      attempt(async () => {
        await giveToEverybody(tag.id)
        notify(`Everyone can use the tag ${tag.name} now.`)
      }),
  }
}
